import { sql } from 'kysely';
import type { FreightFormula, Weighing } from '#contract/freight.ts';
import type { AcceptRule } from '#contract/price-rules.ts';
import type { Ctx } from '#server/db/context.ts';
import { underWay } from './price-changes.db.ts';
import type { PriceInput } from './prices.db.ts';

/** A current price of some client, with all that a change of it is measured by. */
export type ProposableRow = PriceInput & {
  account_id: string;
  id: string;
  formula: FreightFormula;
  client: { id: string; number: number; name: string };
  sku: { id: string; code: string; title: string };
  channel: { id: string; name: string };
  goods: { weight_g: number; volume_mm3: number; weighing: Weighing };
  rule: AcceptRule;
  /** The proposal that is under way for it. */
  pending: string | null;
};

/** Those of the prices that count now, in the sequence of clients and prices. */
export async function findProposable(
  ctx: Ctx,
  which: readonly { account_id: string; id: string }[],
): Promise<ProposableRow[]> {
  const { rows } = await sql<ProposableRow>`
    SELECT p.account_id, p.id, p.catalog_sku_id, p.destination, p.channel_id, p.unit_price, p.currency, p.formula, p.days_min, p.days_max,
      p.tax_mode, p.divisor, p.step_g, p.locked_until, p.quote_id, p.quote_version,
      json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client,
      json_build_object('id', k.id, 'code', k.code, 'title', k.title) AS sku, json_build_object('id', c.id, 'name', c.name) AS channel,
      json_build_object('weight_g', k.weight_g, 'volume_mm3', coalesce(k.length_mm::bigint * k.width_mm * k.height_mm, 0),
        'weighing', json_build_object('divisor', p.divisor, 'step_g', p.step_g)) AS goods,
      json_build_object('percent_bp', u.percent_bp, 'amount', u.amount) AS rule,
      (SELECT 'PC-' || o.number FROM price_changes x JOIN price_proposals o ON o.account_id = x.account_id AND o.id = x.proposal_id
       WHERE x.account_id = p.account_id AND x.status IN ${underWay}
         AND x.catalog_sku_id = p.catalog_sku_id AND x.destination = p.destination AND x.channel_id = p.channel_id) AS pending
    FROM json_to_recordset(${JSON.stringify(which)}::json) AS r(account_id uuid, id uuid)
    JOIN prices p ON p.account_id = r.account_id AND p.id = r.id AND p.valid_to IS NULL
    JOIN accounts a ON a.id = p.account_id
    JOIN catalog_skus k ON k.id = p.catalog_sku_id
    JOIN channels c ON c.id = p.channel_id
    LEFT JOIN price_rules u ON u.account_id = p.account_id
    ORDER BY p.account_id, p.id`.execute(ctx.db);
  return rows;
}
