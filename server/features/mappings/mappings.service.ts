import type { z } from 'zod';
import type { decisionSchema, mappingSources, saveMappingSchema } from '#contract/mappings.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from '#server/features/products/index.ts';
import {
  differences,
  recipeOf,
  mapVariants,
  type MappingInput,
  assertMappings,
} from '#server/features/products/index.ts';
import { countOpenOrders, pinOpenOrders, reviewOrders } from '#server/features/orders/index.ts';

type Said = z.output<typeof decisionSchema>;
/** What people may say in the editor, and what files and published products say with a source of their own. */
export type Decision =
  | Exclude<Said, { kind: 'mapped' }>
  | (Omit<Extract<Said, { kind: 'mapped' }>, 'source'> & { source: (typeof mappingSources)[number] });
type Asked = { variant_id: string; version: number; decision: Decision };
type Save = Omit<z.output<typeof saveMappingSchema>, 'variants'> & { variants: readonly Asked[] };
export type Saved = { orders: number; changed: number; payable: number };

/**
 * Saves what variants of a product consist of, all or nothing; a dry run refuses the same and says which open unpaid orders
 * have them. Throws `stale_version` when somebody else saved meanwhile.
 */
export async function saveMapping(ctx: MerchantCtx, productId: string, save: Save): Promise<Saved> {
  const variantIds = save.variants.map((variant) => variant.variant_id);
  const wanted = await resolve(ctx, productId, save.variants);
  await assertMappings(ctx, wanted, new Set(variantIds));
  const orders = await countOpenOrders(ctx, variantIds);
  if (save.mode === 'dry_run') return { orders, changed: wanted.length, payable: 0 };
  await mapVariants(ctx, wanted, save.apply);
  // Also those that say nothing new: orders that kept an older version follow again.
  if (save.apply === 'open_orders') await pinOpenOrders(ctx, variantIds, false);
  const payable = await reviewOrders(ctx, { variantIds });
  await audit(ctx, {
    action: 'products.map',
    entity: 'products',
    entity_id: productId,
    details: { variants: wanted.length, orders, apply: save.apply },
  });
  return { orders, changed: wanted.length, payable };
}

/** What the decisions come to; those that change nothing are left out. */
async function resolve(ctx: AccountCtx, productId: string, asked: readonly Asked[]): Promise<MappingInput[]> {
  const ids = asked.map((variant) => variant.variant_id);
  const standing = new Map((await rows.lockStanding(ctx, ids)).map((row) => [row.id, row]));
  for (const { variant_id, version } of asked) {
    const row = standing.get(variant_id);
    if (row?.product_id !== productId || row.removed) throw notFound('variant');
    if (row.version !== version) throw appError('stale_version', { text: 'mappings.changed' }, 'version');
  }
  const current = await namedBy(ctx, asked, ({ version }) => (version > 0 ? version : undefined));
  const target = await namedBy(ctx, asked, ({ decision }) => targetOf(decision));
  return asked.flatMap(({ variant_id, decision }) => {
    const row = standing.get(variant_id) as rows.StandingRow; // each was found above
    return decide(row, decision, current.get(variant_id), target.get(variant_id)) ?? [];
  });
}

const targetOf = (decision: Decision) =>
  decision.kind === 'restore' ? decision.version : decision.kind === 'ours' ? 0 : undefined;

async function namedBy(
  ctx: AccountCtx,
  asked: readonly Asked[],
  pick: (asked: Asked) => number | undefined,
): Promise<Map<string, rows.VersionRow>> {
  const wanted = asked.flatMap((one) => {
    const version = pick(one);
    return version === undefined ? [] : [{ variant_id: one.variant_id, version }];
  });
  return new Map((await rows.findNamed(ctx, wanted)).map((row) => [row.variant_id, row]));
}

type Version = rows.VersionRow | undefined;

/** The version that a decision asks for; null when the variant is so already. */
function decide(row: rows.StandingRow, decision: Decision, current: Version, target: Version): MappingInput | null {
  const variant_id = row.id;
  const nothing = { variant_id, source: 'manual' as const, components: [] };
  if (decision.kind === 'not_ours')
    return row.mapping_state === 'not_ours' ? null : { ...nothing, outcome: 'not_ours' };
  if (decision.kind === 'ours') {
    if (row.mapping_state !== 'not_ours') return null;
    return target ? again(target, { restored_from: target.version }) : { ...nothing, outcome: 'unmapped' };
  }
  if (decision.kind === 'restore') {
    if (!target) throw notFound('version');
    return again(target, { restored_from: target.version });
  }
  if (decision.kind === 'confirm') {
    if (current?.outcome !== 'mapped') throw notMapped();
    const { until_sold_out = current.until_sold_out } = decision;
    return row.mapping_state === 'mapped' ? null : again(current, { source: 'manual', until_sold_out });
  }
  const { kind: _kind, ...recipe } = decision;
  const same = current?.outcome === 'mapped' && differences(recipeOf(current), recipe).length === 0;
  return same && row.mapping_state === 'mapped' ? null : { variant_id, ...recipe };
}

const again = (version: rows.VersionRow, more: Partial<MappingInput>): MappingInput => ({
  variant_id: version.variant_id,
  source: version.source,
  outcome: version.outcome,
  ...recipeOf(version),
  ...more,
});

const notMapped = () => appError('mapping_invalid', { text: 'mappings.nothing_to_confirm' });
