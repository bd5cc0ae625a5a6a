import { bankStatements } from '#contract/bank-statements.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { takeUpload } from '#server/http/upload.ts';
import * as service from './bank-statements.service.ts';

export function bankStatementsRoutes(host: Host): void {
  mount(host, 'bankStatements', bankStatements, {
    upload: {
      manual: (entry, { query }, { request }) =>
        takeUpload(request, (file) => service.readFile(entry, query.method, file)),
    },
    take: (ctx, { params, body }) => service.importFile(ctx, params.id, body),
    list: (ctx, { query }) => service.listRows(ctx, query),
    confirm: (ctx, { params, body }) => service.confirm(ctx, params.id, body),
    confirmExact: { manual: (entry, { body }) => service.confirmExact(entry, body.ids) },
    ignore: (ctx, { params, body }) => service.ignore(ctx, params.id, body.reason),
    reopen: (ctx, { params }) => service.reopen(ctx, params.id),
  });
}
