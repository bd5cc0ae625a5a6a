import { isPaidEnough, isRiskHeld, type StoreSettings } from '#contract/store-rules.ts';
import { storeLost } from './state.ts';
import type { OrderRow } from './rows.ts';

type Said = Pick<
  OrderRow,
  'cancelled_at' | 'financial_status' | 'fulfillment_status' | 'risk' | 'risk_accepted' | 'origins' | 'family_shipped'
>;

/**
 * What the shop says of an order and of those whose units it takes in, as one: whichever stops it counts. A shop’s “partly
 * sent” is our own doing where a part of the order left from here. An order that the shop gave up itself goes on as long as it
 * sends units of others, and they alone count.
 */
export function shopSays(row: Said, rules: StoreSettings, paid: boolean) {
  const [other] = row.origins;
  const cancelled = row.cancelled_at !== null;
  if (other && !paid && (cancelled || storeLost.has(row.financial_status))) {
    const { financial_status, fulfillment_status, unaccepted_risk: risk } = other;
    return saysOf({ ...row, financial_status, fulfillment_status, risk, risk_accepted: null }, rules, false, paid);
  }
  return saysOf(row, rules, cancelled, paid);
}

function saysOf(row: Said, rules: StoreSettings, cancelled: boolean, paid: boolean) {
  const unpaid = [row, ...row.origins].find((order) => !isPaidEnough(rules, order.financial_status));
  const accepted = !isRiskHeld(rules, row.risk) || row.risk === row.risk_accepted;
  const risky = accepted ? row.origins.find((order) => isRiskHeld(rules, order.unaccepted_risk)) : undefined;
  return {
    cancelled,
    financial_status: unpaid?.financial_status ?? row.financial_status,
    fulfillment_status: sentByShop(row, paid),
    risk: risky?.unaccepted_risk ?? row.risk,
  };
}

function sentByShop(row: Said, paid: boolean): string {
  const { fulfillment_status: own, origins } = row;
  const others = origins.map((order) => order.fulfillment_status);
  if (own === 'on_hold' || others.includes('on_hold')) return 'on_hold';
  if (own === 'fulfilled' || own === 'restocked') return own;
  if (others.some((status) => status === 'fulfilled' || status === 'restocked')) return paid ? 'fulfilled' : 'partial';
  const strange = [row, ...origins].some((order) => order.fulfillment_status === 'partial' && !order.family_shipped);
  return strange ? 'partial' : 'unfulfilled';
}
