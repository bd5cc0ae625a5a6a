import type { NotificationEvent } from '#contract/notification-events.ts';
import { moneyText } from '#server/lib/money-text.ts';

type Params = Readonly<Record<string, string | number>>;
type About = (about: Params) => { title: string; lead: string; button: string };
type WalletTexts = Record<
  Extract<
    NotificationEvent,
    | `withdrawal_${string}`
    | `auto_recharge_${string}`
    | `payment_${string}`
    | `dispute_${string}`
    | 'staff_withdrawal_confirmed'
    | 'staff_recharge_second'
    | 'staff_recharge_sent_back'
    | 'staff_dispute_opened'
    | 'wallet_low'
  >,
  About
>;

const money = ({ amount, currency }: Params) => moneyText(Number(amount ?? 0), String(currency ?? 'USD'));

/** The threshold of an alert, as a sentence names it. */
const threshold = ({ threshold: amount, currency }: Params) =>
  moneyText(Number(amount ?? 0), String(currency ?? 'USD'));

/** Why auto-recharge stopped, as a mail says it. */
const reasons: Record<'en' | 'zh', Record<string, string>> = {
  en: {
    declined: 'the bank declined your card three times',
    expired: 'your card has expired',
    authentication: 'the bank requires you to confirm each payment with this card',
    unusable: 'your card can no longer be charged',
    disputed: 'the cardholder disputed a charge',
  },
  zh: {
    declined: '银行已三次拒绝扣款',
    expired: '银行卡已过期',
    authentication: '银行要求您逐笔确认此卡的付款',
    unusable: '该银行卡已无法扣款',
    disputed: '持卡人对一笔扣款提出了争议',
  },
};

const en: WalletTexts = {
  payment_requested: (about) => ({
    title: `${about.name} needs approval to pay ${money(about)}`,
    lead: `${about.name} wants to pay ${about.number ?? `${about.orders} ${about.orders === 1 ? 'order' : 'orders'}`} for ${money(about)}, which is above their limit. Approve or decline the payment.`,
    button: 'Review payment',
  }),
  payment_approved: (about) => ({
    title: `Payment of ${money(about)} approved`,
    lead: `Your payment request was approved. ${about.orders === 0 ? `Paid: ${about.number}.` : `The orders are paid with ${about.number}.`}`,
    button: 'View payment',
  }),
  payment_declined: (about) => ({
    title: `Payment of ${money(about)} declined`,
    lead: `Your payment request was declined: ${about.reason}`,
    button: 'View request',
  }),
  dispute_accepted: (about) => ({
    title: `${about.number}: ${money(about)} credited`,
    lead: `We checked the shipping of order ${about.order} and credited ${money(about)} to your wallet.`,
    button: 'View invoice',
  }),
  dispute_refused: (about) => ({
    title: `${about.number}: the charge for order ${about.order} stays`,
    lead: `We checked the shipping of order ${about.order}: ${about.reason}`,
    button: 'View invoice',
  }),
  staff_dispute_opened: (about) => ({
    title: `${about.number}: ${about.client} disputes the shipping of order ${about.order}`,
    lead: `${about.client} disputes the weight or the shipping of order ${about.order}. Compare what was recorded, then credit or reject.`,
    button: 'Review dispute',
  }),
  auto_recharge_failed: (about) => ({
    title: `Auto-recharge of ${money(about)} declined`,
    lead: `Your bank declined the charge of ${money(about)}. We’ll try again in ${about.hours} ${about.hours === 1 ? 'hour' : 'hours'}; to recharge sooner, add funds or save another card.`,
    button: 'View auto-recharge',
  }),
  auto_recharge_stopped: (about) => ({
    title: 'Auto-recharge stopped',
    lead: `We couldn’t recharge your wallet by ${money(about)}: ${reasons.en[about.reason ?? ''] ?? ''}. Save another card, or turn auto-recharge on again.`,
    button: 'Fix auto-recharge',
  }),
  auto_recharge_limit: (about) => ({
    title: 'Auto-recharge limit reached',
    lead: `Your balance is below your threshold, but another recharge of ${money(about)} would exceed your limit. Raise the limit or add funds.`,
    button: 'View auto-recharge',
  }),
  wallet_low: (about) => ({
    title: `Low wallet balance: ${money(about)}`,
    lead: `Your wallet’s available balance is ${money(about)}, below your threshold of ${threshold(about)}. Add funds so that orders can be paid.`,
    button: 'Add funds',
  }),
  withdrawal_confirmed: (about) => ({
    title: `${about.name} requested a withdrawal of ${money(about)}`,
    lead: `${about.name} requested and confirmed ${about.number}: ${money(about)} from your wallet to the account ${about.account}. If that’s wrong, cancel it before we approve it.`,
    button: 'View withdrawal',
  }),
  withdrawal_paid: (about) => ({
    title: `${about.number}: ${money(about)} paid out`,
    lead: `We sent ${money(about)} from your wallet to your account. Transaction number: ${about.reference}.`,
    button: 'View withdrawal',
  }),
  withdrawal_declined: (about) => ({
    title: `${about.number} declined`,
    lead: `We couldn’t pay out ${money(about)}: ${about.reason} The amount is available in your wallet again.`,
    button: 'View withdrawal',
  }),
  staff_recharge_second: (about) => ({
    title: `${about.number}: ${money(about)} needs a second approval`,
    lead: `${about.name} approved ${money(about)} for ${about.client}. Another person has to approve the same amount before it’s credited.`,
    button: 'Review recharge',
  }),
  staff_recharge_sent_back: (about) => ({
    title: `${about.number}: approval sent back`,
    lead: `${about.name} sent back the approval for ${about.client}: ${about.reason} Review the recharge again.`,
    button: 'Review recharge',
  }),
  staff_withdrawal_confirmed: (about) => ({
    title: `${about.number}: ${about.client} requested a withdrawal of ${money(about)}`,
    lead: `${about.client} confirmed a withdrawal of ${money(about)}. Approve or decline it.`,
    button: 'Review withdrawal',
  }),
};

const zh: WalletTexts = {
  payment_requested: (about) => ({
    title: `${about.name} 申请付款 ${money(about)}`,
    lead: `${about.name} 申请支付 ${about.number ?? `${about.orders} 个订单`}，共 ${money(about)}，超出其付款限额。请审批或拒绝。`,
    button: '审核付款',
  }),
  payment_approved: (about) => ({
    title: `付款 ${money(about)} 已获批准`,
    lead: `您的付款申请已获批准，${about.orders === 0 ? `已支付 ${about.number}` : `订单已通过 ${about.number} 支付`}。`,
    button: '查看付款',
  }),
  payment_declined: (about) => ({
    title: `付款 ${money(about)} 被拒绝`,
    lead: `您的付款申请被拒绝：${about.reason}`,
    button: '查看申请',
  }),
  dispute_accepted: (about) => ({
    title: `${about.number}：已退 ${money(about)}`,
    lead: `我们已核对订单 ${about.order} 的运费，${money(about)} 已退回您的钱包。`,
    button: '查看账单',
  }),
  dispute_refused: (about) => ({
    title: `${about.number}：订单 ${about.order} 的运费不变`,
    lead: `我们已核对订单 ${about.order} 的运费：${about.reason}`,
    button: '查看账单',
  }),
  staff_dispute_opened: (about) => ({
    title: `${about.number}：${about.client} 对订单 ${about.order} 的运费提出异议`,
    lead: `${about.client} 对订单 ${about.order} 的重量或运费提出异议。请核对记录后退款或驳回。`,
    button: '处理异议',
  }),
  auto_recharge_failed: (about) => ({
    title: `自动充值 ${money(about)} 被拒绝`,
    lead: `银行拒绝了 ${money(about)} 的扣款。我们将在 ${about.hours} 小时后重试；如需更快，请手动充值或保存其他银行卡。`,
    button: '查看自动充值',
  }),
  auto_recharge_stopped: (about) => ({
    title: '自动充值已停止',
    lead: `无法为您的钱包充值 ${money(about)}：${reasons.zh[about.reason ?? ''] ?? ''}。请保存其他银行卡，或重新开启自动充值。`,
    button: '处理自动充值',
  }),
  auto_recharge_limit: (about) => ({
    title: '已达到自动充值限额',
    lead: `您的余额低于设置的金额，但再充值 ${money(about)} 将超出限额。请提高限额或手动充值。`,
    button: '查看自动充值',
  }),
  wallet_low: (about) => ({
    title: `钱包余额不足：${money(about)}`,
    lead: `您的钱包可用余额为 ${money(about)}，低于您设置的 ${threshold(about)}。请充值，以便支付订单。`,
    button: '充值',
  }),
  withdrawal_confirmed: (about) => ({
    title: `${about.name} 申请提现 ${money(about)}`,
    lead: `${about.name} 已申请并确认 ${about.number}：从钱包提现 ${money(about)} 至账户 ${about.account}。如有误，请在我们审批前取消。`,
    button: '查看提现',
  }),
  withdrawal_paid: (about) => ({
    title: `${about.number}：已打款 ${money(about)}`,
    lead: `我们已将 ${money(about)} 汇至您的账户，交易号为 ${about.reference}。`,
    button: '查看提现',
  }),
  withdrawal_declined: (about) => ({
    title: `${about.number} 被拒绝`,
    lead: `无法为您打款 ${money(about)}：${about.reason} 该金额已退回钱包，可继续使用。`,
    button: '查看提现',
  }),
  staff_recharge_second: (about) => ({
    title: `${about.number}：${money(about)} 需第二人审批`,
    lead: `${about.name} 已为 ${about.client} 审批 ${money(about)}。须由另一人审批相同金额后才会入账。`,
    button: '审核充值',
  }),
  staff_recharge_sent_back: (about) => ({
    title: `${about.number}：审批已退回`,
    lead: `${about.name} 退回了 ${about.client} 的审批：${about.reason} 请重新审核该充值。`,
    button: '审核充值',
  }),
  staff_withdrawal_confirmed: (about) => ({
    title: `${about.number}：${about.client} 申请提现 ${money(about)}`,
    lead: `${about.client} 已确认提现 ${money(about)}。请审批或拒绝。`,
    button: '审核提现',
  }),
};

export const walletTexts = { en, zh };
