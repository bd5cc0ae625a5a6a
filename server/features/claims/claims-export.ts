import type { z } from 'zod';
import { type claims, claimListQuery } from '#contract/claims.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { Entry, StaffActor } from '#server/db/context.ts';
import { staffFile } from '#server/http/staff-file.ts';
import type { ExportList } from '#server/http/list-actions.ts';
import { type ClaimRow, countMatching, findPage } from './claims.db.ts';
import { filterOf, staffFilterOf } from './claims.service.ts';
import { claimReasons, claimStatuses } from '#server/lib/file-words.ts';

const batch = 500;
const money = (amount: number | null, { currency }: ClaimRow) => (amount === null ? null : { amount, currency });

/** The list of claims as a file. */
export const claimsExport: ExportList<ClaimRow, z.output<typeof claimListQuery>> = {
  list: 'claims',
  query: claimListQuery,
  count: async (ctx, query, most) => countMatching(ctx, ctx.account, await filterOf(ctx, query), most),
  async rows(ctx, query, after) {
    const offset = Number(after ?? 0);
    const found = await findPage(ctx, ctx.account, await filterOf(ctx, query), { offset, limit: batch });
    return { rows: found, next: found.length === batch ? String(offset + batch) : null };
  },
  columns: [
    { id: 'number', of: 'claim', header: { en: 'Claim', zh: '售后单' }, kind: 'id', value: (row) => row.number },
    { id: 'order', of: 'claim', header: { en: 'Order', zh: '订单' }, kind: 'id', value: (row) => row.order.name },
    { id: 'store', of: 'claim', header: { en: 'Store', zh: '店铺' }, kind: 'text', value: (row) => row.order.store },
    {
      id: 'tracking',
      of: 'parcel',
      header: { en: 'Tracking number', zh: '运单号' },
      kind: 'id',
      value: (row) => row.parcel?.tracking_number ?? null,
    },
    {
      id: 'reason',
      header: { en: 'Reason', zh: '原因' },
      kind: 'state',
      words: claimReasons,
      value: (row) => row.reason,
    },
    {
      id: 'status',
      header: { en: 'Status', zh: '状态' },
      kind: 'state',
      words: claimStatuses,
      value: (row) => row.status,
    },
    { id: 'units', header: { en: 'Units', zh: '件数' }, kind: 'int', value: (row) => row.units },
    {
      id: 'claimed',
      of: 'amount',
      header: { en: 'Claimed', zh: '申请金额' },
      kind: 'money',
      value: (row) => money(row.asked, row),
    },
    {
      id: 'refunded',
      of: 'amount',
      header: { en: 'Refunded', zh: '退款金额' },
      kind: 'money',
      value: (row) => money(row.granted, row),
    },
    {
      id: 'due',
      header: { en: 'Due', zh: '截止时间' },
      kind: 'date',
      value: (row) => row.due_at ?? row.evidence_due_at,
    },
    { id: 'submitted', header: { en: 'Submitted', zh: '提交时间' }, kind: 'date', value: (row) => row.submitted_at },
    {
      id: 'decided',
      of: 'due',
      header: { en: 'Decided', zh: '处理时间' },
      kind: 'date',
      value: (row) => row.decided_at,
    },
  ],
};

/** Claims of all clients that staff's list finds, as a file. */
export const staffClaimsFile = (
  entry: Entry<StaffActor>,
  { tab, q, ...asked }: ParsedOf<typeof claims.staffFile>['body'],
) => {
  const filter = staffFilterOf({ tab, q });
  return staffFile(
    entry,
    {
      name: claimsExport.list,
      feature: 'claims',
      route: 'claims.staffFile',
      columns: [
        { id: 'client', header: { en: 'Client', zh: '客户' }, kind: 'text', value: ({ client }) => client.name },
        ...claimsExport.columns,
      ],
      count: (ctx) => countMatching(ctx, null, filter),
      page: (ctx, page) => findPage(ctx, null, filter, page),
      clientOf: ({ account_id }) => account_id,
    },
    asked,
  );
};
