import { type RawBuilder, sql } from 'kysely';
import type { Actor } from './context.ts';

/**
 * Whether the reader may see what belongs to the store in `column`: a member who works for some stores sees neither
 * other stores' records nor those of no store (P3).
 */
export function seesStore(reader: Actor, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const stores = reader.kind === 'merchant' ? reader.stores : null;
  return stores ? sql`${column} = ANY(${[...stores]}::uuid[])` : sql`true`;
}
