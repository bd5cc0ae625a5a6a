// What other features may call.
export { openLedger } from './ledger.db.ts';
export { type JournalQuery, journalPiece } from './ledger-journal.ts';
export { balances, bankOf, demandBalance, giveBack, post, spend } from './ledger.service.ts';
