import { claims } from '#contract/claims.ts';
import { accountOf } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as answer from './claims-answer.service.ts';
import * as desk from './claims-desk.service.ts';
import * as limits from './claims-limits.service.ts';
import type { Needs } from './claims-needs.ts';
import { submitClaim } from './claims-submit.service.ts';
import * as service from './claims.service.ts';

export function claimsRoutes(host: Host, needs: Needs): void {
  mount(host, 'claims', claims, {
    list: (ctx, { query }) => service.listClaims(ctx, query),
    get: (ctx, { params }) => service.detailOf(ctx, needs, accountOf(ctx), params.id),
    claimable: (ctx, { params }) => service.claimable(ctx, needs, params.id),
    submit: (ctx, { body }) => submitClaim(ctx, needs, body),
    answer: (ctx, { params, body }) => answer.answerClaim(ctx, needs, params.id, body),
    withdraw: (ctx, { params, body }) => answer.withdrawClaim(ctx, needs, params.id, body.version),
    appeal: (ctx, { params, body }) => answer.appealClaim(ctx, needs, params.id, body),
    deskList: (ctx, { query }) => service.listForDesk(ctx, query),
    deskGet: (ctx, { params }) => service.getForDesk(ctx, needs, params.account_id, params.id),
    deskTake: (ctx, { params, body }) => desk.takeClaim(ctx, needs, params, body.version),
    deskAsk: (ctx, { params, body }) => desk.askForEvidence(ctx, needs, params, body),
    deskDecide: (ctx, { params, body }) => desk.decideClaim(ctx, needs, params, body),
    deskMessage: (ctx, { params, body }) => desk.writeMessage(ctx, needs, params, body),
    limits: (ctx, { params }) => limits.getLimits(ctx, params.account_id),
    setLimits: (ctx, { params, body }) => limits.setLimits(ctx, params.account_id, body),
  });
}
