import type { ParsedOf } from '#contract/endpoint.ts';
import { rechargeCan } from '#contract/recharge-rules.ts';
import type { wallet } from '#contract/wallet.ts';
import type { Entry, StaffActor } from '#server/db/context.ts';
import type { ExportColumn } from '#server/http/list-actions.ts';
import { staffFile } from '#server/http/staff-file.ts';
import { staffRecharges } from '#server/lib/file-words.ts';
import { countQueue, findQueue, type Shown } from './wallet-review.service.ts';

/** The state as finance calls it: of two approvals, the second is a colleague's. */
function stateOf({ status, charged_back, first_approval: first }: Shown): keyof typeof staffRecharges {
  if (charged_back > 0) return 'charged_back';
  if (status !== 'submitted' && status !== 'under_review') return status;
  if (first === null) return 'to_review';
  return first.own ? 'for_colleague' : 'second';
}

const money = (amount: number | null, { currency }: Shown) => (amount === null ? null : { amount, currency });

const columns: readonly ExportColumn<Shown>[] = [
  { id: 'client', header: { en: 'Client', zh: '客户' }, kind: 'text', value: ({ client }) => client.name },
  { id: 'number', of: 'client', header: { en: 'Recharge', zh: '充值' }, kind: 'id', value: ({ number }) => number },
  { id: 'status', header: { en: 'Status', zh: '状态' }, kind: 'state', words: staffRecharges, value: stateOf },
  { id: 'method', of: 'payer', header: { en: 'Method', zh: '方式' }, kind: 'text', value: ({ method }) => method.name },
  { id: 'payer', header: { en: 'Payer', zh: '付款人' }, kind: 'text', value: ({ payer_name }) => payer_name },
  {
    id: 'reference',
    of: 'transaction',
    header: { en: 'Payment reference', zh: '付款附言' },
    kind: 'id',
    value: ({ reference }) => reference,
  },
  {
    id: 'transaction',
    header: { en: 'Transaction number', zh: '交易号' },
    kind: 'id',
    value: ({ external_ref }) => external_ref,
  },
  {
    id: 'claimed',
    header: { en: 'Amount entered', zh: '申报金额' },
    kind: 'money',
    value: (row) => money(row.amount, row),
  },
  {
    id: 'received',
    header: { en: 'Received', zh: '实收' },
    kind: 'money',
    value: (row) => money(row.received_amount, row),
  },
  {
    id: 'submitted',
    of: 'waiting',
    header: { en: 'Submitted', zh: '提交时间' },
    kind: 'date',
    value: (row) => row.submitted_at,
  },
  {
    id: 'due',
    header: { en: 'Review due', zh: '审核期限' },
    kind: 'date',
    value: (row) => (rechargeCan.review(row.status) ? row.due_at : null),
  },
  { id: 'decided', header: { en: 'Reviewed', zh: '审核时间' }, kind: 'date', value: (row) => row.decided_at },
];

/** Recharges of all clients that finance's queue finds, as a file. */
export const rechargesFile = (
  entry: Entry<StaffActor>,
  { tab, q, ...asked }: ParsedOf<typeof wallet.staffFile>['body'],
) =>
  staffFile(
    entry,
    {
      name: 'recharges',
      feature: 'wallet',
      route: 'wallet.staffFile',
      columns,
      count: (ctx) => countQueue(ctx, { tab, q }),
      page: (ctx, page) => findQueue(ctx, { tab, q }, page),
      clientOf: ({ client }) => client.id,
    },
    asked,
  );
