import { readFileSync } from 'node:fs';
import { z } from 'zod';

const list = z.array(z.string());
const fileSchema = z
  .object({ everywhere: list, shownInCountry: z.record(z.string(), list) })
  .transform(({ everywhere, shownInCountry }) => [...everywhere, ...Object.values(shownInCountry).flat()]);

// Names from the description of FulfillmentTrackingInfo.company; licence in tracking-companies-LICENSE-ISC.txt.
const names = fileSchema.parse(JSON.parse(readFileSync(new URL('./tracking-companies.json', import.meta.url), 'utf8')));
const known = new Map(names.map((name) => [name.toLowerCase(), name]));

/** The carrier's name exactly as Shopify knows it, so that it makes the link itself; null for others (shopify.md §2.8). */
export function knownCompany(carrier: string): string | null {
  return known.get(carrier.trim().toLowerCase()) ?? null;
}
