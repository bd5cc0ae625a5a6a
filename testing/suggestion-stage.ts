import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { refreshSuggestions } from '#server/features/suggestions/suggestions-refresh.service.ts';
import { labelledSet, type LabelledVariant } from './labelled-variants.ts';
import { givenStore, systemEntry } from './order-fixtures.ts';
import { merchant, type Place } from './people.ts';
import { applyProducts, shopProduct, shopVariant } from './product-fixtures.ts';

export type Outcome = {
  trap: string;
  /** Of which product and options, for reading failures. */
  text: string;
  truth: LabelledVariant['truth'];
  said: { code: string; quantity: number; confidence: number } | null;
  right: boolean;
};

const pictureOf = (at: number) => at.toString(16).padStart(64, '0');

/** Has an account's suggestions computed, with the similarities that a search by picture would tell. */
export const computeSuggestions = (test: Place, accountId: string, alike?: Map<string, Map<string, number>>) =>
  refreshSuggestions(systemEntry(test), accountId, alike && (() => Promise.resolve(alike)));

/** Puts a labelled set into a database, lets the suggestions be computed, and tells what came of each variant. */
export async function labelledOutcomes(test: Place, seed: number, count: number): Promise<Outcome[]> {
  const set = labelledSet(seed, count);
  const { account_id } = await merchant(test);
  const entry = systemEntry(test);
  const skus = set.catalog.flatMap((product, at) => {
    const shared = { product_id: uuid(), product_title: product.title, picture: pictureOf(count + at) };
    return product.skus.map((sku) => ({ ...sku, ...shared, id: uuid() }));
  });
  const shownOf = new Map(skus.map((sku) => [sku.code, sku.picture]));
  await entry.run('all_accounts', async ({ db, now }) => {
    const json = JSON.stringify(skus);
    await sql`INSERT INTO pictures (sha256, mime, width, height, size) SELECT lpad(to_hex(n), 64, '0'), 'image/webp', 1, 1, 1
      FROM generate_series(0, ${count + set.catalog.length}::int) n ON CONFLICT DO NOTHING`.execute(db);
    await sql`INSERT INTO catalog_products (id, owner_account_id, title, created_at) SELECT DISTINCT ON (product_id) product_id, ${account_id}::uuid, product_title, ${now}::timestamptz
      FROM json_to_recordset(${json}::json) AS r(product_id uuid, product_title text)`.execute(db);
    await sql`INSERT INTO catalog_skus (id, owner_account_id, code, title, attributes, weight_g, product_id, picture, created_at)
      SELECT id, ${account_id}, code, title, attributes, 100, product_id, picture, ${now} FROM json_to_recordset(${json}::json)
      AS r(id uuid, code text, title text, attributes jsonb, product_id uuid, picture text)`.execute(db);
  });
  const store = await givenStore(test, account_id);
  await applyProducts(test, account_id, store, set.variants.map(asProduct));
  await entry.run({ account_id }, ({ db }) =>
    sql`UPDATE store_products SET picture = lpad(to_hex(external_id::int), 64, '0') WHERE account_id = ${account_id}`.execute(
      db,
    ),
  );
  const alike = new Map(
    set.variants.map((variant, at) => [
      pictureOf(at),
      new Map([...variant.similarity].map(([code, similarity]) => [shownOf.get(code) ?? '', similarity])),
    ]),
  );
  await computeSuggestions(test, account_id, alike);
  return entry.run({ account_id }, async ({ db }) => {
    const { rows } = await sql<{ at: number; code: string; quantity: number; confidence: number }>`
      SELECT v.external_id::int AS at, k.code, s.quantity, s.confidence
      FROM mapping_suggestions s JOIN store_variants v ON v.account_id = s.account_id AND v.id = s.variant_id
      JOIN catalog_skus k ON k.id = s.catalog_sku_id WHERE s.account_id = ${account_id}`.execute(db);
    const said = new Map(rows.map(({ at, ...row }) => [at, row]));
    return set.variants.map((variant, at) => outcomeOf(variant, said.get(at) ?? null));
  });
}

const asProduct = (variant: LabelledVariant, at: number) =>
  shopProduct(
    String(at),
    [shopVariant(String(at), { title: variant.title, sku: variant.sku, options: variant.options })],
    { title: variant.product_title, handle: null, url: null },
  );

function outcomeOf(variant: LabelledVariant, said: Outcome['said']): Outcome {
  const { trap, truth, product_title, title, sku } = variant;
  const right = said !== null && truth !== null && said.code === truth.code && said.quantity === truth.quantity;
  return { trap, truth, said, right, text: `${product_title} | ${title} | ${sku}` };
}

export type Figures = {
  variants: number;
  offered: number;
  sure: number;
  sure_right: number;
  shown: number;
  shown_right: number;
};

/** How often suggestions are made and right, those at `sureFrom` and all that are shown. */
export function figuresOf(outcomes: readonly Outcome[], sureFrom: number): Figures {
  const shown = outcomes.filter((outcome) => outcome.said !== null);
  const sure = shown.filter((outcome) => (outcome.said?.confidence ?? 0) >= sureFrom);
  const right = (list: readonly Outcome[]) => list.filter((outcome) => outcome.right).length;
  return {
    variants: outcomes.length,
    offered: outcomes.filter((outcome) => outcome.truth !== null).length,
    sure: sure.length,
    sure_right: right(sure),
    shown: shown.length,
    shown_right: right(shown),
  };
}
