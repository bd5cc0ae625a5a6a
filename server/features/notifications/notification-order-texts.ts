import { moneyText } from '#server/lib/money-text.ts';

type Params = Readonly<Record<string, string | number>>;
type About = (about: Params) => { title: string; lead: string; button: string };
type CancelTexts = Record<'cancel_accepted' | 'cancel_rejected' | 'desk_cancel_asked' | 'desk_cancel_overdue', About>;

const money = ({ amount, currency }: Params) => moneyText(Number(amount ?? 0), String(currency ?? 'USD'));

const en: CancelTexts = {
  cancel_accepted: (about) => ({
    title: `${about.order} is cancelled: ${money(about)} back`,
    lead: `What had not left of order ${about.order} is cancelled, and ${money(about)} are in your wallet, with a credit note.`,
    button: 'See the order',
  }),
  cancel_rejected: (about) => ({
    title: `${about.order} could not be cancelled`,
    lead: `We could not cancel order ${about.order}, and it goes on. Read why at the order.`,
    button: 'See the order',
  }),
  desk_cancel_asked: (about) => ({
    title: `${about.client} wants to cancel ${about.order}`,
    lead: `${about.client} asks to cancel order ${about.order}, which is being prepared. Answer within four business hours.`,
    button: 'Answer',
  }),
  desk_cancel_overdue: (about) => ({
    title: `The cancellation of ${about.order} is overdue`,
    lead: `${about.client} has waited longer than four business hours for an answer about order ${about.order}. It is not sent meanwhile.`,
    button: 'Answer now',
  }),
};

const zh: CancelTexts = {
  cancel_accepted: (about) => ({
    title: `订单 ${about.order} 已取消：退回 ${money(about)}`,
    lead: `订单 ${about.order} 未发出的部分已取消，${money(about)} 已退回您的钱包，并附贷记单。`,
    button: '查看订单',
  }),
  cancel_rejected: (about) => ({
    title: `订单 ${about.order} 无法取消`,
    lead: `订单 ${about.order} 无法取消，将继续处理。原因见订单。`,
    button: '查看订单',
  }),
  desk_cancel_asked: (about) => ({
    title: `${about.client} 申请取消 ${about.order}`,
    lead: `${about.client} 申请取消正在备货的订单 ${about.order}。请在四个工作小时内答复。`,
    button: '答复',
  }),
  desk_cancel_overdue: (about) => ({
    title: `${about.order} 的取消申请已超时`,
    lead: `${about.client} 就订单 ${about.order} 等待答复已超过四个工作小时。在此期间不会发货。`,
    button: '立即答复',
  }),
};

/** What is told of cancellations, in each language. */
export const cancelTexts = { en, zh };
