// What pages of other features may use.
export { WithdrawalList } from './withdrawal-list.tsx';
export { WithdrawDialog } from './withdraw-dialog.tsx';
