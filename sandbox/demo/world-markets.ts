import { CHANNELS } from './data/channels.ts';
import { COUNTRIES } from './data/countries.ts';
import type { MerchantPlan } from './data/merchants.ts';
import type { Random } from './random.ts';
import type { Market } from './world.ts';

const EXPRESS = 'DHL-EXP';
const FAST = 'YT-FAST';
/** Of these the first that a country has none of is left unserved: orders to it wait for a price. */
const RARE = ['MX', 'CN', 'PT', 'BR', 'NZ'];

/** Countries that no price list of a merchant covers. */
export function unservedBy(plan: MerchantPlan): string[] {
  const homes = plan.stores.map((store) => store.home);
  return RARE.filter((country) => !homes.includes(country)).slice(0, 1);
}

/** Each merchant's price list: a cheap channel per country, a fast one beside it for most, and those that its stores name. */
export function makeMarkets(random: Random, plan: MerchantPlan): Market[] {
  const closed = unservedBy(plan);
  const named = (country: string) => plan.stores.flatMap(({ ships }) => ships?.[country] ?? []);
  return COUNTRIES.filter(({ code }) => !closed.includes(code)).map(({ code }): Market => {
    const serving = CHANNELS.filter((channel) => channel.serves?.includes(code));
    const main = serving.length > 0 ? random.pick(serving).code : random.chance(0.3) ? EXPRESS : FAST;
    const beside = main === EXPRESS ? [] : main === FAST ? [EXPRESS] : [FAST];
    const listed = random.chance(0.4) ? [main, ...beside] : [main];
    return { country: code, channels: [...new Set([...listed, ...named(code)])] };
  });
}
