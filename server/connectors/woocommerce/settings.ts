import { z } from 'zod';
import { ownEntry } from '../../lib/own-entry.ts';
import type { ShopIdentity, ShopSession } from '../connector.ts';
import type { Rest } from './rest.ts';

const keptMs = 60 * 60_000;

const currencySchema = z.object({ code: z.string().length(3) });
const settingSchema = z.object({ value: z.unknown() });
export const indexSchema = z.object({
  name: z.string().catch(''),
  timezone_string: z.string().catch(''),
  gmt_offset: z.coerce.number().catch(0),
  namespaces: z.array(z.string()),
});

/** Grams of one of the shop's units of weight. */
const gramsOf: Record<string, number> = { kg: 1_000, g: 1, lbs: 453.59237, oz: 28.349523125 };

export type ShopFacts = { currency: string; gramsPerUnit: number };

/** The shop's own settings, which prices and weights are told in; read again after an hour. */
export function shopSettings(rest: Rest, now: () => number) {
  const kept = new Map<string, { facts: ShopFacts; until: number }>();

  async function read(shop: ShopSession): Promise<ShopFacts> {
    const currency = await rest.get(shop, 'data/currencies/current', {}, currencySchema);
    const unit = await rest.get(shop, 'settings/products/woocommerce_weight_unit', {}, settingSchema, {
      orNull: 'record',
    });
    return {
      currency: currency?.data.code ?? 'USD',
      gramsPerUnit: ownEntry(gramsOf, String(unit?.data.value)) ?? 1_000,
    };
  }

  return {
    async facts(shop: ShopSession): Promise<ShopFacts> {
      const known = kept.get(shop.store_id);
      if (known && known.until > now()) return known.facts;
      const facts = await read(shop);
      kept.set(shop.store_id, { facts, until: now() + keptMs });
      return facts;
    },
    async identity(shop: ShopSession): Promise<ShopIdentity> {
      const { currency } = await read(shop);
      const index = await rest.send(shop, { method: 'GET', path: '' }, indexSchema);
      return {
        name: index?.name.trim().slice(0, 120) || shop.domain.slice(0, 120),
        currency,
        time_zone: index ? zoneOf(index) : null,
        plan: null,
        scopes: [],
      };
    },
  };
}

/** A named zone, or whole hours from Greenwich; `Etc` counts them the other way round. */
function zoneOf({ timezone_string, gmt_offset }: z.infer<typeof indexSchema>): string | null {
  if (timezone_string !== '') return timezone_string;
  if (!Number.isInteger(gmt_offset) || Math.abs(gmt_offset) > 14) return null;
  return gmt_offset === 0 ? 'UTC' : `Etc/GMT${gmt_offset > 0 ? '-' : '+'}${Math.abs(gmt_offset)}`;
}
