import { type RawBuilder, sql } from 'kysely';
import { quoteSteps } from '#contract/order-lacks.ts';
import { type BlockCode, blockCodes, orderBlocks } from '#contract/order-states.ts';
import { clockStatuses } from '#contract/quote-rules.ts';

/** Reasons that a quote resolves. */
export const quoteBlocks: readonly BlockCode[] = blockCodes.filter((code) => orderBlocks[code].fix === 'quote');

/** What a block (`b`) of such a reason waits for, as `blockStepOf` says it; null for the other reasons. */
export const quoteStep: RawBuilder<string | null> = sql`
  CASE WHEN b.code = ANY(${quoteBlocks}::text[]) THEN (${quoteSteps}::text[])[coalesce((
    SELECT min(CASE
        WHEN l.quote ->> 'status' IS NULL THEN 1
        WHEN l.quote ->> 'status' = 'quoted' THEN 3
        WHEN l.quote ->> 'covers' <> 'true' THEN 1
        WHEN l.quote ->> 'status' = ANY(${clockStatuses}::text[]) THEN 4
        ELSE 2 END)
    FROM jsonb_to_recordset(b.detail -> 'lines') l (quote jsonb)), 1)] END`;
