import type { Channel } from '#contract/shipping.ts';
import type { Ctx } from '#server/db/context.ts';
import * as rows from './shipping.db.ts';

/** Shipping channels that the provider offers now, by name. */
export const listChannels = (ctx: Ctx): Promise<Channel[]> => rows.findChannels(ctx);
