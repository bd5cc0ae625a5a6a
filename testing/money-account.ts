import { expect } from 'vitest';
import type { Answer } from './app.ts';
import type { MoneyModel, Random } from './money-model.ts';

export type Body = Pick<Answer['body'], 'data' | 'code'>;
export type MoneyCall = (method: string, path: string, token: string, body?: object, key?: string) => Promise<Body>;

type Order = { id: string; total: number };
type Paid = Order & { invoice: string };

/** An account with its people, its orders, and what its money should be. */
export type MoneyAccount = {
  account_id: string;
  /** Members who may pay. */
  payers: string[];
  unpaid: Order[];
  paid: Paid[];
  cancelled: Order[];
  model: MoneyModel;
  payout_account_id: string;
  /** Where its orders come from. */
  store: string;
  /** What stock orders ask for. */
  sku_id(): Promise<string>;
  uploadProof(): Promise<string>;
  /** The code that was mailed for a withdrawal. */
  mailedCode(withdrawal: string): Promise<string>;
};

/** What happens at the provider of card payments; each is worked off when it is answered. */
export type MoneyCards = {
  /** Pays on the payment page. */
  pay(session: string): Promise<void>;
  /** Opens a dispute; answers its id. */
  dispute(session: string): Promise<string>;
  close(dispute: string, status: 'won' | 'lost'): Promise<void>;
  /** Saves a card on the page for it. */
  save(session: string, card: string): Promise<void>;
  /** Looks whether the wallet of an account is low, and charges its saved card as often as that says. */
  fill(account_id: string): Promise<void>;
};

export type MoneyTown = {
  call: MoneyCall;
  /** Members of finance. */
  finance: string[];
  /** Who quotes stock orders. */
  agent: string;
  /** The provider of card payments, where there is one. */
  card?: MoneyCards;
  /** Whether one operation of an account ends before the next begins: only then can its refusal be previewed. */
  inTurn: boolean;
};

export type Action = (town: MoneyTown, account: MoneyAccount, random: Random) => Promise<void>;

/** Refusals that another operation at the same moment may cause. */
export const causedByOthers = [
  'insufficient_balance',
  'credit_in_use',
  'order_not_payable',
  'price_changed',
  'order_action_refused',
  'adjustment_closed',
  'stale_version',
];

/** Compares an answer with the model's; `apply` carries the operation out on the model and answers its refusal. */
export function settle(town: MoneyTown, answer: Body, what: string, apply: () => string | null): boolean {
  if (town.inTurn) {
    const expected = apply();
    expect({ what, code: answer.code ?? null }).toEqual({ what, code: expected });
    return expected === null;
  }
  if (answer.code === undefined) {
    apply();
    return true;
  }
  expect(causedByOthers, what).toContain(answer.code);
  return false;
}
