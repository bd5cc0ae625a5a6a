import type { NotificationEvent } from '#contract/notification-events.ts';
import { moneyText } from '#server/lib/money-text.ts';

type Params = Readonly<Record<string, string | number>>;
type About = (about: Params) => { title: string; lead: string; button: string };
type ClaimTexts = Record<Extract<NotificationEvent, `claim_${string}` | 'desk_claim_submitted'>, About>;

const money = ({ amount, currency }: Params) => moneyText(Number(amount ?? 0), String(currency ?? 'USD'));

const en: ClaimTexts = {
  claim_evidence_wanted: (about) => ({
    title: `${about.number}: evidence is needed for ${about.order}`,
    lead: `We cannot decide ${about.number} about order ${about.order} yet. Bring what is missing until ${about.until}, or the claim lapses.`,
    button: 'Bring evidence',
  }),
  claim_approved: (about) => ({
    title: `${about.number}: ${money(about)} back for ${about.order}`,
    lead: `Your claim ${about.number} about order ${about.order} was approved: ${money(about)} are in your wallet, with a credit note.`,
    button: 'See the claim',
  }),
  claim_resent: (about) => ({
    title: `${about.number}: ${about.order} is sent again`,
    lead: `Your claim ${about.number} about order ${about.order} was approved: we send it again as ${about.again}, at no cost to you.`,
    button: 'See the claim',
  }),
  claim_rejected: (about) => ({
    title: `${about.number} about ${about.order} was rejected`,
    lead: `Your claim ${about.number} about order ${about.order} was rejected. Read why; you can have it looked at once more.`,
    button: 'See the claim',
  }),
  claim_expired: (about) => ({
    title: `${about.number} about ${about.order} has lapsed`,
    lead: `The evidence for ${about.number} about order ${about.order} did not come in time. You can claim again while its deadline has not passed.`,
    button: 'See the claim',
  }),
  claim_voided: (about) => ({
    title: `${about.number} about ${about.order} was closed`,
    lead: `The units of ${about.number} were cancelled and refunded with order ${about.order}, so we closed the claim. There is nothing left for you to do.`,
    button: 'View claim',
  }),
  claim_written: (about) => ({
    title: `${about.number}: a message about ${about.order}`,
    lead: `We wrote to you about your claim ${about.number} for order ${about.order}.`,
    button: 'Read it',
  }),
  desk_claim_submitted: (about) => ({
    title: `${about.number}: ${about.client} claims ${money(about)} for ${about.order}`,
    lead: `${about.client} claims ${money(about)} for order ${about.order}. Decide within three business days.`,
    button: 'Open the claim',
  }),
};

const zh: ClaimTexts = {
  claim_evidence_wanted: (about) => ({
    title: `${about.number}：订单 ${about.order} 需要补充证据`,
    lead: `关于订单 ${about.order} 的索赔 ${about.number} 目前无法作出决定。请在 ${about.until} 之前补充所缺的内容，否则索赔将失效。`,
    button: '补充证据',
  }),
  claim_approved: (about) => ({
    title: `${about.number}：订单 ${about.order} 退回 ${money(about)}`,
    lead: `您关于订单 ${about.order} 的索赔 ${about.number} 已通过：${money(about)} 已退回您的钱包，并附贷记单。`,
    button: '查看索赔',
  }),
  claim_resent: (about) => ({
    title: `${about.number}：订单 ${about.order} 将重新发货`,
    lead: `您关于订单 ${about.order} 的索赔 ${about.number} 已通过：我们以 ${about.again} 免费重新发货。`,
    button: '查看索赔',
  }),
  claim_rejected: (about) => ({
    title: `订单 ${about.order} 的索赔 ${about.number} 被拒绝`,
    lead: `您关于订单 ${about.order} 的索赔 ${about.number} 被拒绝。请查看原因；您可以申诉一次。`,
    button: '查看索赔',
  }),
  claim_expired: (about) => ({
    title: `订单 ${about.order} 的索赔 ${about.number} 已失效`,
    lead: `关于订单 ${about.order} 的索赔 ${about.number} 的证据未按时提交。期限未过时可以再次索赔。`,
    button: '查看索赔',
  }),
  claim_voided: (about) => ({
    title: `订单 ${about.order} 的售后单 ${about.number} 已关闭`,
    lead: `售后单 ${about.number} 中的商品已随订单 ${about.order} 取消并退款，因此该售后单已关闭，无需您再操作。`,
    button: '查看售后单',
  }),
  claim_written: (about) => ({
    title: `${about.number}：关于 ${about.order} 的消息`,
    lead: `我们就您关于订单 ${about.order} 的索赔 ${about.number} 给您留言。`,
    button: '查看消息',
  }),
  desk_claim_submitted: (about) => ({
    title: `${about.number}：${about.client} 就 ${about.order} 索赔 ${money(about)}`,
    lead: `${about.client} 就订单 ${about.order} 索赔 ${money(about)}。请在三个工作日内作出决定。`,
    button: '打开索赔',
  }),
};

/** What is told of claims, in each language. */
export const claimTexts = { en, zh };
