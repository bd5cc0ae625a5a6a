import { allows } from '#contract/rights.ts';
import type { Actor } from '#server/db/context.ts';

/** Whether somebody may know who bought: read names and addresses, and find orders by them. */
export const seesBuyers = (actor: Actor): boolean =>
  actor.kind !== 'merchant' || allows(actor.rights, 'customers', 'view');

/** What a reader sees of an order, without its buyer where they may not know who that is. */
export const shownTo = <Row extends { customer: string | null }>(actor: Actor, row: Row): Row =>
  seesBuyers(actor) ? row : { ...row, customer: null };
