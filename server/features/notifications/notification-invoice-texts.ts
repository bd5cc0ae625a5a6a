import type { NotificationEvent } from '#contract/notification-events.ts';
import { moneyText } from '#server/lib/money-text.ts';

type Params = Readonly<Record<string, string | number>>;
type About = (about: Params) => { title: string; lead: string; button: string };
type InvoiceTexts = Record<Extract<NotificationEvent, `invoice_${string}` | 'staff_invoice_declined'>, About>;

const money = ({ amount, currency }: Params) => moneyText(Number(amount ?? 0), String(currency ?? 'USD'));

/** A number with its noun, in the plural unless it is one. */
const count = (number: string | number | undefined, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

const en: InvoiceTexts = {
  invoice_issued: (about) => ({
    title: `${about.number}: ${money(about)} for ${count(about.orders, 'order')}`,
    lead: `We issued ${about.number} for ${count(about.orders, 'order')}: ${money(about)}. Its prices are valid for ${count(about.hours, 'hour')}; the orders go to the warehouse once it’s paid.`,
    button: 'View invoice',
  }),
  invoice_expired: (about) => ({
    title: `${about.number} expired`,
    lead: `${about.number} (${money(about)}) wasn’t paid while its prices were valid. Refresh its prices to see what ${about.orders === 1 ? 'the order costs' : 'the orders cost'} now, or pay ${about.orders === 1 ? 'it' : 'them'} at checkout.`,
    button: 'View invoice',
  }),
  invoice_voided: (about) => ({
    title: `${about.number} is void`,
    lead: `We voided ${about.number} (${money(about)}). Its ${about.orders === 1 ? 'order waits' : 'orders wait'} for payment again. Reason: ${about.reason}`,
    button: 'View invoice',
  }),
  invoice_paid: (about) => ({
    title: `${about.number} paid: ${money(about)}`,
    lead: `You paid ${money(about)} from your wallet for ${count(about.orders, 'order')}. ${about.orders === 1 ? 'It goes' : 'They go'} to the warehouse now.`,
    button: 'View invoice',
  }),
  staff_invoice_declined: (about) => ({
    title: `${about.number}: declined by ${about.client}`,
    lead: `${about.client} declined ${about.number} (${money(about)}): ${about.reason}`,
    button: 'View client',
  }),
};

const zh: InvoiceTexts = {
  invoice_issued: (about) => ({
    title: `${about.number}：${about.orders} 个订单，${money(about)}`,
    lead: `我们为 ${about.orders} 个订单开出了 ${about.number}：${money(about)}。价格 ${about.hours} 小时内有效；付款后订单转往仓库。`,
    button: '查看账单',
  }),
  invoice_expired: (about) => ({
    title: `${about.number} 已过期`,
    lead: `${about.number}（${money(about)}）未在价格有效期内支付。请刷新价格查看订单目前的费用，或直接支付订单。`,
    button: '查看账单',
  }),
  invoice_voided: (about) => ({
    title: `${about.number} 已作废`,
    lead: `我们已将 ${about.number}（${money(about)}）作废，其中的订单重新等待付款。原因：${about.reason}`,
    button: '查看账单',
  }),
  invoice_paid: (about) => ({
    title: `${about.number} 已支付：${money(about)}`,
    lead: `已从钱包支付 ${about.orders} 个订单，共 ${money(about)}。订单正转往仓库。`,
    button: '查看账单',
  }),
  staff_invoice_declined: (about) => ({
    title: `${about.number}：${about.client} 已拒绝`,
    lead: `${about.client} 拒绝了 ${about.number}（${money(about)}）：${about.reason}`,
    button: '查看客户',
  }),
};

/** What is told of invoices, in both languages. */
export const invoiceTexts = { en, zh };
