import type { PayoutKind } from '#contract/withdrawal-rules.ts';
import { keepSentence, keptSentence, type Language, type PlainText } from '#server/lib/refusal-texts.ts';

/** Names that methods have until staff give them others: these alone are in the reader's language. */
const firstNames: Readonly<Record<string, { name: string; text: PlainText }>> = {
  bank: { name: 'Bank transfer', text: 'ledger.method_bank' },
  card: { name: 'Card', text: 'ledger.method_card' },
};

/** The name of a method of payment as the ledger keeps it. */
export function keptMethod(code: string, name: string): string {
  const first = firstNames[code];
  return first?.name === name ? keepSentence({ text: first.text }) : name;
}

/** The name of a method of payment in the reader's language. */
export const methodName = (language: Language, code: string, name: string): string =>
  keptSentence(language, keptMethod(code, name));

const payoutNames: Readonly<Record<PayoutKind, string>> = {
  bank: 'Bank transfer',
  payoneer: 'Payoneer',
  pingpong: 'PingPong',
  wise: 'Wise',
  paypal: 'PayPal',
};

/** The name of what a withdrawal is paid by, in the reader's language. */
export const payoutName = (language: Language, kind: PayoutKind): string =>
  methodName(language, kind, payoutNames[kind]);
