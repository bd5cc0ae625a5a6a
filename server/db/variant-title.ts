import { type RawBuilder, sql } from 'kysely';

/**
 * What a variant is called: shops name the only variant of a product “Default Title”, which nobody has ever read there.
 * Such a variant is called as its product is.
 */
export const variantTitle = (title: RawBuilder<unknown>, product: RawBuilder<unknown>): RawBuilder<string> =>
  sql`CASE ${title} WHEN 'Default Title' THEN ${product} ELSE ${title} END`;
