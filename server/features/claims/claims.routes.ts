import { claims } from '#contract/claims.ts';
import { forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as answer from './claims-answer.service.ts';
import * as staff from './claims-decide.service.ts';
import * as limits from './claims-limits.service.ts';
import { staffClaimsFile } from './claims-export.ts';
import { submitClaim } from './claims-submit.service.ts';
import * as service from './claims.service.ts';

export function claimsRoutes(host: Host): void {
  mount(host, 'claims', claims, {
    list: (ctx, { query }) => service.listClaims(ctx, query),
    get: (ctx, { params }) => service.detailOf(ctx, params.id),
    claimable: (ctx, { params }) => service.claimable(ctx, params.id),
    submit: (ctx, { body }) => submitClaim(ctx, body),
    answer: (ctx, { params, body }) => answer.answerClaim(ctx, params.id, body),
    withdraw: (ctx, { params, body }) => answer.withdrawClaim(ctx, params.id, body.version),
    appeal: (ctx, { params, body }) => answer.appealClaim(ctx, params.id, body),
    staffList: (ctx, { query }) => service.listForStaff(ctx, query),
    staffFile: { manual: (entry, { body }) => staffClaimsFile(entry, body) },
    staffGet: (ctx, { params }) => service.getForStaff(forAccount(ctx, params.account_id), params.id),
    staffTake: (ctx, { params, body }) => staff.takeClaim(forAccount(ctx, params.account_id), params.id, body.version),
    staffAsk: (ctx, { params, body }) => staff.askForEvidence(forAccount(ctx, params.account_id), params.id, body),
    staffDecide: (ctx, { params, body }) => staff.decideClaim(forAccount(ctx, params.account_id), params.id, body),
    staffMessage: (ctx, { params, body }) => staff.writeMessage(forAccount(ctx, params.account_id), params.id, body),
    limits: (ctx, { params }) => limits.getLimits(forAccount(ctx, params.account_id)),
    setLimits: (ctx, { params, body }) => limits.setLimits(forAccount(ctx, params.account_id), body),
  });
}
