import { createHash, createHmac } from 'node:crypto';
import type { orderDifferences } from '#contract/comparisons.ts';
import type { OrderFacts, ShopAddress } from '#server/connectors/connector.ts';

export type Difference = (typeof orderDifferences)[number];
/** An order as it is kept here; an erased buyer stays erased, whatever the shop says of them. */
export type OurFacts = OrderFacts & { redacted: boolean; gone: boolean };

/** What of an order is compared, as texts that say nothing of the buyer. */
export type Digest = { status: string; quantities: string; address: string };

const addressFields = [
  'name',
  'company',
  'address1',
  'address2',
  'city',
  'province',
  'province_code',
  'zip',
  'country',
  'phone',
] as const satisfies readonly (keyof ShopAddress)[];

const statusOf = ({ financial_status, fulfillment_status, cancelled_at, test }: OrderFacts) =>
  JSON.stringify([financial_status, fulfillment_status, cancelled_at !== null, test]);

const quantitiesOf = ({ lines }: OrderFacts) =>
  JSON.stringify(
    lines
      .filter((line) => line.current_quantity > 0)
      .map((line) => `${line.external_id}:${line.current_quantity}`)
      .toSorted(),
  );

/** An address as a keyed hash: whoever reads a digest cannot try addresses until one fits. */
function addressOf(key: Uint8Array, address: ShopAddress | null): string {
  if (!address || addressFields.every((field) => address[field] === null)) return 'none';
  const values = addressFields.map((field) => address[field] ?? '');
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('hex');
}

/** Both readings of one order. An address that the shop does not tell, or that was erased here, is not compared. */
export function digestsOf(key: Uint8Array, shop: OrderFacts, ours: OurFacts): { shop: Digest; ours: Digest } {
  const still = ours.redacted ? 'erased' : shop.address === null ? 'untold' : null;
  const of = (facts: OrderFacts): Digest => ({
    status: statusOf(facts),
    quantities: quantitiesOf(facts),
    address: still ?? addressOf(key, facts.address),
  });
  return { shop: of(shop), ours: of(ours) };
}

/** What two readings differ in; `updated` when only the shop knows when. */
export function differencesOf(shop: OrderFacts, ours: OurFacts, digests: { shop: Digest; ours: Digest }): Difference[] {
  const moved =
    shop.updated_at.getTime() !== ours.updated_at.getTime() || shop.placed_at.getTime() !== ours.placed_at.getTime();
  const parts = (['status', 'quantities', 'address'] as const).filter(
    (part) => digests.shop[part] !== digests.ours[part],
  );
  return [...(moved ? (['updated'] as const) : []), ...parts];
}

/** The digest of one order. */
export const digestText = ({ status, quantities, address }: Digest): string =>
  createHash('sha256').update([status, quantities, address].join('\n')).digest('hex');

/** One hash for a set of orders, each with what is said of it; the same whatever the order they come in. */
export function setHash(said: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const id of [...said.keys()].toSorted()) hash.update(`${id} ${said.get(id)}\n`);
  return hash.digest('hex');
}
