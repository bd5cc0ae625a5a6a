// What other features may call.
export { balances, bankOf, giveBack, post, spend } from './ledger.service.ts';
