import { moneyText } from '#server/lib/money-text.ts';

type Params = Readonly<Record<string, string | number>>;
type About = (about: Params) => { title: string; lead: string; button: string };
type OrderTexts = Record<
  | 'cancel_accepted'
  | 'cancel_rejected'
  | 'staff_cancel_asked'
  | 'staff_cancel_overdue'
  | 'order_message'
  | 'staff_order_message',
  About
>;

const money = ({ amount, currency }: Params) => moneyText(Number(amount ?? 0), String(currency ?? 'USD'));

const en: OrderTexts = {
  cancel_accepted: (about) => ({
    title: `${about.order} cancelled: ${money(about)} refunded`,
    lead: `We cancelled the unshipped part of order ${about.order} and refunded ${money(about)} to your wallet.`,
    button: 'View order',
  }),
  cancel_rejected: (about) => ({
    title: `${about.order} couldn’t be cancelled`,
    lead: `We couldn’t cancel order ${about.order}, so it continues. See the reason in the order.`,
    button: 'View order',
  }),
  staff_cancel_asked: (about) => ({
    title: `${about.client} requests to cancel ${about.order}`,
    lead: `${about.client} requests to cancel order ${about.order}, which is being prepared. Answer within four business hours.`,
    button: 'Answer request',
  }),
  staff_cancel_overdue: (about) => ({
    title: `Cancellation of ${about.order} overdue`,
    lead: `${about.client} has waited more than four business hours for an answer about order ${about.order}. It won’t ship until you answer.`,
    button: 'Answer request',
  }),
  order_message: (about) => ({
    title: `Order ${about.order}: new message from your agent`,
    lead: `Your agent sent you a message about order ${about.order}.`,
    button: 'Read message',
  }),
  staff_order_message: (about) => ({
    title: `Order ${about.order}: new message from ${about.client}`,
    lead: `${about.client} sent you a message about order ${about.order}.`,
    button: 'Read message',
  }),
};

const zh: OrderTexts = {
  cancel_accepted: (about) => ({
    title: `订单 ${about.order} 已取消：退款 ${money(about)}`,
    lead: `订单 ${about.order} 未发货的部分已取消，${money(about)} 已退回您的钱包。`,
    button: '查看订单',
  }),
  cancel_rejected: (about) => ({
    title: `订单 ${about.order} 无法取消`,
    lead: `订单 ${about.order} 无法取消，将继续处理。请在订单中查看原因。`,
    button: '查看订单',
  }),
  staff_cancel_asked: (about) => ({
    title: `${about.client} 申请取消 ${about.order}`,
    lead: `${about.client} 申请取消正在备货的订单 ${about.order}。请在四个工作小时内答复。`,
    button: '答复申请',
  }),
  staff_cancel_overdue: (about) => ({
    title: `${about.order} 的取消申请已超时`,
    lead: `${about.client} 就订单 ${about.order} 等待答复已超过四个工作小时。答复前不会发货。`,
    button: '答复申请',
  }),
  order_message: (about) => ({
    title: `订单 ${about.order}：客户经理的新消息`,
    lead: `您的客户经理就订单 ${about.order} 给您发送了消息。`,
    button: '查看消息',
  }),
  staff_order_message: (about) => ({
    title: `订单 ${about.order}：${about.client} 的新消息`,
    lead: `${about.client} 就订单 ${about.order} 给您发送了消息。`,
    button: '查看消息',
  }),
};

/** Notifications about cancellations of orders and messages on them, by language. */
export const orderTexts = { en, zh };
