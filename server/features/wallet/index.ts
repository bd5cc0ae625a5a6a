// What other features may call.
export { getWallet } from './wallet.service.ts';
