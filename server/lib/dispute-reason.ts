/** Why a bank says that a payment is disputed, by Stripe's codes (https://docs.stripe.com/api/disputes/object). */
const en = {
  bank_cannot_process: 'The bank can’t process the payment',
  check_returned: 'The check was returned',
  credit_not_processed: 'The cardholder says a promised refund didn’t arrive',
  customer_initiated: 'The account holder disputes the payment',
  debit_not_authorized: 'The account holder says they didn’t authorize the debit',
  duplicate: 'The cardholder says they were charged twice',
  fraudulent: 'The cardholder says they didn’t authorize the payment',
  general: 'The bank gives no particular reason',
  incorrect_account_details: 'The account details are incorrect',
  insufficient_funds: 'The account doesn’t have enough funds',
  noncompliant: 'The bank says the payment breaks the card network’s rules',
  product_not_received: 'The cardholder says nothing was delivered',
  product_unacceptable: 'The cardholder says what was delivered isn’t as described',
  subscription_canceled: 'The cardholder says the subscription was canceled',
  unrecognized: 'The cardholder doesn’t recognize the payment',
};
type Code = keyof typeof en;

const zh: Record<Code, string> = {
  bank_cannot_process: '银行无法处理该付款',
  check_returned: '支票被退回',
  credit_not_processed: '持卡人称未收到应退的款项',
  customer_initiated: '账户持有人对该付款提出争议',
  debit_not_authorized: '账户持有人称未授权该扣款',
  duplicate: '持卡人称被重复扣款',
  fraudulent: '持卡人称未授权该付款',
  general: '银行未说明具体原因',
  incorrect_account_details: '账户信息有误',
  insufficient_funds: '账户余额不足',
  noncompliant: '银行称该付款不符合卡组织规则',
  product_not_received: '持卡人称未收到商品或服务',
  product_unacceptable: '持卡人称商品或服务与描述不符',
  subscription_canceled: '持卡人称订阅已取消',
  unrecognized: '持卡人不认得该付款',
};

const texts = { en, zh };
const isKnown = (code: string): code is Code => Object.hasOwn(en, code);

/** A bank's reason in words; a code that Stripe adds later stands as it is. */
export const disputeReason = (language: 'en' | 'zh', code: string): string =>
  isKnown(code) ? texts[language][code] : code;
