import { addressFields } from '#contract/address-rules.ts';
import type { AddressValues } from '#web/components/address-fields.tsx';
import type { z } from 'zod';
import type { draftInput } from '#contract/order-drafts.ts';
import type { Draft, DraftLine } from '../orders-types.ts';

type DraftInput = z.input<typeof draftInput>;

/** What a draft holds beside its address. */
export type DraftValues = {
  store_id: string | null;
  name: string;
  email: string;
  lines: readonly DraftLine[];
  channel_id: string | null;
  remark: string;
};

export const emptyAddress = Object.fromEntries(addressFields.map((field) => [field, ''])) as AddressValues; // exactly these fields

export const addressOf = (draft: Draft): AddressValues =>
  Object.fromEntries(addressFields.map((field) => [field, draft.recipient[field] ?? ''])) as AddressValues; // exactly these fields

export const valuesOf = (draft: Draft): DraftValues => ({
  store_id: draft.store?.id ?? null,
  name: draft.name,
  email: draft.recipient.email ?? '',
  lines: draft.draft_lines,
  channel_id: draft.channel_id,
  remark: draft.remark,
});

/** Names what a line is of. */
export const goodsKey = ({ variant_id, sku_id }: Pick<DraftLine, 'variant_id' | 'sku_id'>): string =>
  variant_id ?? sku_id ?? '';

export const linesOf = (lines: readonly DraftLine[]): DraftInput['lines'] =>
  lines.map(({ variant_id, sku_id, quantity }) => ({ variant_id, sku_id, quantity }));

/** What is sent: empty fields are null. */
export function inputOf(values: DraftValues, address: AddressValues): DraftInput {
  const { store_id, name, email, lines, channel_id, remark } = values;
  const typed = Object.fromEntries(addressFields.map((field) => [field, address[field].trim() || null]));
  const recipient = { ...typed, email: email.trim() || null } as DraftInput['recipient']; // exactly these fields
  return { store_id, name, recipient, lines: linesOf(lines), channel_id, remark };
}
