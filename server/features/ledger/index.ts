// What other features may call.
export { chainHash, firstHash } from './ledger-chain.ts';
export { openAgain } from './ledger-lots.ts';
export { balanceFell } from './ledger.events.ts';
export { expireBonus } from './ledger-expiry.service.ts';
export { balancesAfter, openLedger, readChain, seqBefore } from './ledger.db.ts';
export { type JournalQuery, journalPiece } from './ledger-journal.ts';
export {
  balances,
  bankOf,
  bonusLot,
  lockedBalances,
  requireBalance,
  requireSpendable,
  giveBack,
  post,
  setCreditLimit,
  spend,
} from './ledger.service.ts';
