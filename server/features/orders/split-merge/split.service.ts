import type { Phrase } from '#server/lib/refusal-texts.ts';
import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { tryOut } from '#server/db/savepoint.ts';
import { appError } from '#server/lib/app-error.ts';
import { termsOf } from '../rules/search-terms.ts';
import { lockFor } from '../review/actions.service.ts';
import { saveTerms } from '../records/write.db.ts';
import * as rows from './move-units.db.ts';
import { requireTotal, moveUnits, noteMoved, outlookNow, totalOf, type Wanted } from './move-units.service.ts';

type Split = ParsedOf<typeof orders.split>['body'];
type Lines = Split['lines'];
const refuse = (sentence: Phrase) => appError('order_not_editable', sentence, 'lines');

/** Makes units of an unpaid order an order of their own: priced, paid and sent by itself. */
export async function splitOrder(ctx: MerchantCtx, id: string, body: Split): Promise<void> {
  const order = await lockFor(ctx, id, 'split', body.version);
  const { after, part, units } = await split(ctx, id, body.lines);
  requireTotal(after, body.expected_total);
  await noteMoved(ctx, 'split', id, [
    { order_id: id, kind: 'split', data: { units, name: part.name } },
    { order_id: part.id, kind: 'split_made', data: { units, of: order.name } },
  ]);
}

/** What the order and its part would cost, beside what it costs as one; changes nothing. */
export async function splitPreview(ctx: MerchantCtx, id: string, body: { lines: Lines; version: number }) {
  await lockFor(ctx, id, 'split', body.version);
  return tryOut(ctx, async () => {
    const before = await outlookNow(ctx, [id]);
    const { after } = await split(ctx, id, body.lines);
    return { before, after, total: totalOf(after) };
  });
}

async function split(ctx: MerchantCtx, id: string, lines: Lines) {
  const part = uuid();
  const wanted = unitsFor(await rows.findMovable(ctx, [id]), lines, part);
  const name = await rows.insertPart(ctx, id, part);
  const after = await moveUnits(ctx, wanted);
  const words = termsOf([name, ...(await rows.findSkus(ctx, part))]);
  await saveTerms(
    ctx,
    words.map((term) => ({ order_id: part, term })),
  );
  return { after, part: { id: part, name }, units: wanted.reduce((sum, one) => sum + one.units, 0) };
}

/** The units that go to the part: some, and never all of the order. */
function unitsFor(movable: readonly rows.MovableLine[], lines: Lines, to: string): Wanted[] {
  const asked = new Map<string, number>();
  for (const { line_id, quantity } of lines) asked.set(line_id, (asked.get(line_id) ?? 0) + quantity);
  const wanted = [...asked].map(([lineId, units]): Wanted => {
    const line = movable.find((one) => one.line_id === lineId);
    if (!line) throw refuse({ text: 'orders.line_not_movable' });
    if (units > line.wanted)
      throw refuse({ text: 'orders.split_too_many', params: { count: line.wanted, title: line.title } });
    return { line, units, to };
  });
  const all = movable.reduce((sum, line) => sum + line.wanted, 0);
  if (wanted.reduce((sum, one) => sum + one.units, 0) === all) throw refuse({ text: 'orders.split_all' });
  return wanted;
}
