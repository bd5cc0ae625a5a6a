import type { clients } from '#contract/clients.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { Entry, StaffActor } from '#server/db/context.ts';
import type { ExportColumn } from '#server/http/list-actions.ts';
import { staffFile } from '#server/http/staff-file.ts';
import { type ClientRow, countClients, findClients } from './clients.db.ts';

const columns: readonly ExportColumn<ClientRow>[] = [
  { id: 'client', header: { en: 'Client', zh: '客户' }, kind: 'text', value: ({ name }) => name },
  {
    id: 'number',
    of: 'client',
    header: { en: 'Client number', zh: '客户编号' },
    kind: 'int',
    value: ({ number }) => number,
  },
  { id: 'agent', header: { en: 'Agent', zh: '客户经理' }, kind: 'text', value: ({ agent }) => agent },
  { id: 'stores', header: { en: 'Stores', zh: '店铺' }, kind: 'int', value: ({ stores }) => stores },
  {
    id: 'orders',
    header: { en: 'Orders (30 days)', zh: '近 30 天订单' },
    kind: 'int',
    value: (row) => row.orders_30d,
  },
  {
    id: 'balance',
    header: { en: 'Cash balance', zh: '现金余额' },
    kind: 'money',
    value: ({ balance, currency }) => ({ amount: balance, currency }),
  },
  { id: 'since', header: { en: 'Client since', zh: '注册时间' }, kind: 'date', value: (row) => row.created_at },
];

/** All clients that the list finds, as a file. */
export const clientsFile = (entry: Entry<StaffActor>, { q, ...asked }: ParsedOf<typeof clients.file>['body']) =>
  staffFile(
    entry,
    {
      name: 'clients',
      feature: 'clients',
      route: 'clients.file',
      columns,
      count: (ctx) => countClients(ctx, q),
      page: (ctx, page) => findClients(ctx, q, page),
      clientOf: ({ id }) => id,
    },
    asked,
  );
