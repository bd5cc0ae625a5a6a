import type { findingKinds } from '#contract/comparisons.ts';
import type { OrderCensus, OrderFacts, OrderMark, ShopSession, TimeRange } from '#server/connectors/connector.ts';
import { dayOf } from './comparison-days.ts';
import { type Difference, differencesOf, digestsOf, digestText, type OurFacts, setHash } from './order-digest.ts';

export type OurMark = OrderMark & { name: string; gone: boolean };
export type Finding = {
  external_id: string;
  order_name: string | null;
  day: string;
  kind: (typeof findingKinds)[number];
  differs: Difference[];
};

/** How many orders, which of them since when, and how they are. */
export type Tally = { orders: number; set: string; digest: string };
export type DayReading = {
  day: string;
  shop: Tally;
  ours: Tally;
  /** Changed since the comparison began: the next one sees them. */
  under_way: number;
  /** The store's rules leave them in the shop. */
  left_out: number;
  /** Kept here, deleted at the shop. */
  gone: number;
};
export type Reading = { days: DayReading[]; findings: Finding[] };

/** Where both sides are read from. */
export type Sides = {
  census: OrderCensus;
  session: ShopSession;
  ourMarks(range: TimeRange): Promise<OurMark[]>;
  ourFacts(externalIds: readonly string[]): Promise<OurFacts[]>;
  isWanted(order: OrderFacts): boolean;
};
export type Question = { days: readonly string[]; range: TimeRange; zone: string; asOf: Date; addressKey: Uint8Array };

type Side = { since: Map<string, string>; digests: Map<string, string> };
type Sheet = { shop: Side; ours: Side; under_way: number; left_out: number; gone: number };

const emptySide = (): Side => ({ since: new Map(), digests: new Map() });
const emptySheet = (): Sheet => ({ shop: emptySide(), ours: emptySide(), under_way: 0, left_out: 0, gone: 0 });
const note = (side: Side, order: OrderMark, digest: string) => {
  side.since.set(order.external_id, order.updated_at.toISOString());
  side.digests.set(order.external_id, digest);
};
const tally = ({ since, digests }: Side): Tally => ({
  orders: since.size,
  set: setHash(since),
  digest: setHash(digests),
});

/**
 * Reads both sides of some days: first which orders there are and since when they are as they are, then a digest of each.
 * Answers what agrees by day, and each order that does not.
 */
export async function readDays(sides: Sides, question: Question): Promise<Reading> {
  const { zone, asOf } = question;
  const sheets = new Map(question.days.map((day) => [day, emptySheet()]));
  const sheetOf = (order: Pick<OrderMark, 'placed_at'>) => sheets.get(dayOf(order.placed_at, zone));
  const findings: Finding[] = [];
  const find = (order: OrderMark & { name: string }, kind: Finding['kind'], differs: Difference[] = []) =>
    findings.push({
      external_id: order.external_id,
      order_name: order.name,
      day: dayOf(order.placed_at, zone),
      kind,
      differs,
    });

  const seen = new Set<string>();
  for await (const page of sides.census.marks(sides.session, question.range))
    for (const mark of page) seen.add(mark.external_id);
  const ours = await sides.ourMarks(question.range);

  const weighed = new Set<string>();
  function weigh(shop: OrderFacts, kept: OurFacts | undefined): void {
    const sheet = sheetOf(shop);
    if (!sheet || !seen.has(shop.external_id) || weighed.has(shop.external_id)) return;
    weighed.add(shop.external_id);
    if (shop.updated_at > asOf || (kept && kept.updated_at > asOf)) sheet.under_way += 1;
    else if (!kept && !sides.isWanted(shop)) sheet.left_out += 1;
    else if (!kept || kept.gone) {
      note(sheet.shop, shop, 'missing here');
      find(shop, 'missing');
    } else {
      const digests = digestsOf(question.addressKey, shop, kept);
      note(sheet.shop, shop, digestText(digests.shop));
      const own = sheetOf(kept);
      if (own) note(own.ours, kept, digestText(digests.ours));
      const differs = differencesOf(shop, kept, digests);
      if (differs.length > 0) find(shop, 'different', differs);
    }
  }
  for await (const page of sides.census.facts(sides.session, question.range)) {
    const known = new Map(
      (await sides.ourFacts(page.map((order) => order.external_id))).map((o) => [o.external_id, o]),
    );
    for (const order of page) weigh(order, known.get(order.external_id));
  }

  for (const mark of ours) {
    const sheet = sheetOf(mark);
    if (!sheet || weighed.has(mark.external_id)) continue;
    if (mark.gone) sheet.gone += 1;
    else if (mark.updated_at > asOf || seen.has(mark.external_id)) sheet.under_way += 1;
    else {
      note(sheet.ours, mark, 'missing there');
      find(mark, 'extra');
    }
  }
  const days = [...sheets].map(([day, { shop, ours: own, ...counts }]) => ({
    day,
    shop: tally(shop),
    ours: tally(own),
    ...counts,
  }));
  return { days, findings };
}
