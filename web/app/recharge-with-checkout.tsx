import { RechargePage } from '../features/wallet/recharge-page.tsx';
import { Checkout, MatchingCheckout } from './checkout.ts';

/** The page of recharges with the checkout, another feature's, that pays what the money was for. */
export const RechargeWithCheckout = () => <RechargePage Checkout={Checkout} MatchingCheckout={MatchingCheckout} />;
