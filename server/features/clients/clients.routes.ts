import { clientsFile } from './clients-file.ts';
import { clients } from '#contract/clients.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { changeClient, clientOptions, listAgents, listClients, readableOfClient } from './clients.service.ts';

export function clientsRoutes(host: Host): void {
  mount(host, 'clients', clients, {
    options: (ctx, { query }) => clientOptions(ctx, query),
    agents: (ctx) => listAgents(ctx),
    readable: (ctx, { params }) => readableOfClient(ctx, params.id),
    list: (ctx, { query }) => listClients(ctx, query),
    file: { manual: (entry, { body }) => clientsFile(entry, body) },
    change: async (ctx, { params, body }) => {
      await changeClient(ctx, params.id, body);
      return { done: true as const };
    },
  });
}
