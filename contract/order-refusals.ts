import {
  type ActionFacts,
  type ActionRow,
  doneByPeople,
  type OrderAction,
  orderActions,
  type Stage,
  type Who,
} from './order-actions.ts';
import { orderReasons, type OrderReason } from './order-reasons.ts';
import { allows } from './rights.ts';

/** What a state says by itself to an action that it does not know. */
const stands: Record<Stage, OrderReason> = {
  imported: 'not_paid',
  quoting: 'not_paid',
  awaiting_payment: 'not_paid',
  paying: 'paying',
  processing: 'paid',
  ready_to_ship: 'packed',
  partially_shipped: 'partly_left',
  shipped: 'left',
  delivered: 'delivered',
  closed: 'closed',
  self_fulfilled: 'self_fulfilled',
  cancelled: 'cancelled',
  merged: 'merged',
};

/** Why the action is not possible now, whoever wants it; null when it is. */
export function refusalInState(action: OrderAction, facts: ActionFacts): OrderReason | null {
  const row: ActionRow = orderActions[action];
  if (!row.moves[facts.stage]) return row.because?.[facts.stage] ?? (facts.invoiced ? 'invoiced' : stands[facts.stage]);
  for (const guard of row.guards ?? []) {
    const reason = guard(facts);
    if (reason !== null) return reason;
  }
  return null;
}

/** Why this person may not do it at all; null when it is for him. */
export function refusalOfRole(action: OrderAction, who: Who): OrderReason | null {
  const { by }: ActionRow = orderActions[action];
  if (by === 'system') return 'not_yours';
  if ('roles' in by) {
    if (who.kind !== 'staff') return 'not_yours';
    return who.roles.includes('admin') || who.roles.some((role) => by.roles.includes(role)) ? null : 'no_right';
  }
  if (who.kind !== 'merchant') return 'not_yours';
  return allows(who.rights, by.feature, by.action) ? null : 'no_right';
}

/** Why this person cannot do it now; null when he can. */
export function refusalOf(action: OrderAction, facts: ActionFacts, who: Who): OrderReason | null {
  return refusalOfRole(action, who) ?? refusalInState(action, facts);
}

export type ActionAnswer = {
  action: OrderAction;
  allowed: boolean;
  reason: OrderReason | null;
  message: string | null;
};

/** All actions of the reader’s side, each allowed or with the sentence that says why not. */
export function actionsFor(facts: ActionFacts, who: Who): ActionAnswer[] {
  return doneByPeople
    .filter((action) => refusalOfRole(action, who) !== 'not_yours')
    .map((action) => {
      const reason = refusalOf(action, facts, who);
      return { action, allowed: reason === null, reason, message: reason && orderReasons[reason] };
    });
}
