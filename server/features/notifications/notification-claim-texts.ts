import type { NotificationEvent } from '#contract/notification-events.ts';
import { moneyText } from '#server/lib/money-text.ts';

type Params = Readonly<Record<string, string | number>>;
type About = (about: Params) => { title: string; lead: string; button: string };
type ClaimTexts = Record<
  Extract<NotificationEvent, `claim_${string}` | 'staff_claim_submitted' | 'staff_claim_message'>,
  About
>;

const money = ({ amount, currency }: Params) => moneyText(Number(amount ?? 0), String(currency ?? 'USD'));

const en: ClaimTexts = {
  claim_evidence_wanted: (about) => ({
    title: `${about.number}: evidence needed for ${about.order}`,
    lead: `We need more evidence to decide your claim for order ${about.order}. Add it by ${about.until}, or the claim expires.`,
    button: 'Add evidence',
  }),
  claim_approved: (about) => ({
    title: `${about.number}: ${money(about)} refunded for ${about.order}`,
    lead: `We approved your claim for order ${about.order} and refunded ${money(about)} to your wallet.`,
    button: 'View claim',
  }),
  claim_resent: (about) => ({
    title: `${about.number}: replacement for ${about.order}`,
    lead: `We approved your claim for order ${about.order} and ship a replacement as ${about.again}, free of charge.`,
    button: 'View claim',
  }),
  claim_rejected: (about) => ({
    title: `${about.number}: claim for ${about.order} rejected`,
    lead: `We rejected your claim for order ${about.order}. See the reason in the claim; you can appeal once.`,
    button: 'View claim',
  }),
  claim_expired: (about) => ({
    title: `${about.number}: claim for ${about.order} expired`,
    lead: `The evidence for order ${about.order} didn’t arrive in time. You can claim again until the claim period ends.`,
    button: 'View claim',
  }),
  claim_voided: (about) => ({
    title: `${about.number}: claim for ${about.order} closed`,
    lead: `The units of ${about.number} were cancelled and refunded with order ${about.order}, so we closed the claim. There is nothing left for you to do.`,
    button: 'View claim',
  }),
  claim_written: (about) => ({
    title: `${about.number}: new message about ${about.order}`,
    lead: `We sent you a message about your claim for order ${about.order}.`,
    button: 'Read message',
  }),
  staff_claim_submitted: (about) => ({
    title: `${about.number}: ${about.client} claims ${money(about)} for ${about.order}`,
    lead: `${about.client} claims ${money(about)} for order ${about.order}. Decide within three business days.`,
    button: 'Review claim',
  }),
  staff_claim_message: (about) => ({
    title: `${about.number}: new message from ${about.client}`,
    lead: `${about.client} added to the claim for order ${about.order}.`,
    button: 'Open claim',
  }),
};

const zh: ClaimTexts = {
  claim_evidence_wanted: (about) => ({
    title: `${about.number}：订单 ${about.order} 需补充凭证`,
    lead: `处理订单 ${about.order} 的售后单需要更多凭证。请在 ${about.until} 前补充，否则售后单将过期。`,
    button: '补充凭证',
  }),
  claim_approved: (about) => ({
    title: `${about.number}：订单 ${about.order} 已退款 ${money(about)}`,
    lead: `订单 ${about.order} 的售后单已通过，${money(about)} 已退回您的钱包。`,
    button: '查看售后单',
  }),
  claim_resent: (about) => ({
    title: `${about.number}：订单 ${about.order} 将补发`,
    lead: `订单 ${about.order} 的售后单已通过，我们将以 ${about.again} 免费补发。`,
    button: '查看售后单',
  }),
  claim_rejected: (about) => ({
    title: `${about.number}：订单 ${about.order} 的售后单被拒绝`,
    lead: `订单 ${about.order} 的售后单被拒绝。请在售后单中查看原因，您可以申诉一次。`,
    button: '查看售后单',
  }),
  claim_expired: (about) => ({
    title: `${about.number}：订单 ${about.order} 的售后单已过期`,
    lead: `订单 ${about.order} 的凭证未按时提交。在售后期结束前，您可以重新申请。`,
    button: '查看售后单',
  }),
  claim_voided: (about) => ({
    title: `订单 ${about.order} 的售后单 ${about.number} 已关闭`,
    lead: `售后单 ${about.number} 中的商品已随订单 ${about.order} 取消并退款，因此该售后单已关闭，无需您再操作。`,
    button: '查看售后单',
  }),
  claim_written: (about) => ({
    title: `${about.number}：订单 ${about.order} 有新消息`,
    lead: `我们就订单 ${about.order} 的售后单给您发送了消息。`,
    button: '查看消息',
  }),
  staff_claim_submitted: (about) => ({
    title: `${about.number}：${about.client} 就 ${about.order} 申请售后 ${money(about)}`,
    lead: `${about.client} 就订单 ${about.order} 申请售后 ${money(about)}。请在三个工作日内处理。`,
    button: '处理售后单',
  }),
  staff_claim_message: (about) => ({
    title: `${about.number}：${about.client} 的新消息`,
    lead: `${about.client} 就订单 ${about.order} 的售后单补充了内容。`,
    button: '查看售后单',
  }),
};

/** Notifications about claims, by language. */
export const claimTexts = { en, zh };
