import { claims } from '#contract/claims.ts';
import { accountOf } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as answer from './claims-answer.service.ts';
import * as desk from './claims-desk.service.ts';
import * as limits from './claims-limits.service.ts';
import { submitClaim } from './claims-submit.service.ts';
import * as service from './claims.service.ts';

export function claimsRoutes(host: Host): void {
  mount(host, 'claims', claims, {
    list: (ctx, { query }) => service.listClaims(ctx, query),
    get: (ctx, { params }) => service.detailOf(ctx, accountOf(ctx), params.id),
    claimable: (ctx, { params }) => service.claimable(ctx, params.id),
    submit: (ctx, { body }) => submitClaim(ctx, body),
    answer: (ctx, { params, body }) => answer.answerClaim(ctx, params.id, body),
    withdraw: (ctx, { params, body }) => answer.withdrawClaim(ctx, params.id, body.version),
    appeal: (ctx, { params, body }) => answer.appealClaim(ctx, params.id, body),
    deskList: (ctx, { query }) => service.listForDesk(ctx, query),
    deskGet: (ctx, { params }) => service.getForDesk(ctx, params.account_id, params.id),
    deskTake: (ctx, { params, body }) => desk.takeClaim(ctx, params, body.version),
    deskAsk: (ctx, { params, body }) => desk.askForEvidence(ctx, params, body),
    deskDecide: (ctx, { params, body }) => desk.decideClaim(ctx, params, body),
    deskMessage: (ctx, { params, body }) => desk.writeMessage(ctx, params, body),
    limits: (ctx, { params }) => limits.getLimits(ctx, params.account_id),
    setLimits: (ctx, { params, body }) => limits.setLimits(ctx, params.account_id, body),
  });
}
