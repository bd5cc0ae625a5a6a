import type { NotificationEvent } from '#contract/notification-events.ts';
import type { MailWords } from '#server/lib/mail-layout.ts';

type About = (about: Readonly<Record<string, string | number>>) => { title: string; lead: string; button: string };
type QuoteTexts = Record<Extract<NotificationEvent, `quote_${string}` | `staff_quote_${string}`>, About>;

const en: QuoteTexts = {
  quote_quoted: (about) => ({
    title: `${about.number}: your quote for ${about.title} is ready`,
    lead: `Your agent answered your request for “${about.title}”. Review the prices and shipping costs, then accept the quote.`,
    button: 'View quote',
  }),
  quote_expired: (about) => ({
    title: `${about.number}: quote for ${about.title} expired`,
    lead: `The quote for “${about.title}” wasn’t accepted in time. Request it again if you still need it.`,
    button: 'View quote',
  }),
  quote_ending: (about) => ({
    title: `${about.number}: quote for ${about.title} expires on ${about.until}`,
    lead: `The quote for “${about.title}” is valid until ${about.until}. Accept it before then, or request it again later.`,
    button: 'View quote',
  }),
  quote_question: (about) => ({
    title: `${about.number}: your agent has a question about ${about.title}`,
    lead: `Your agent needs more details to quote “${about.title}”. The timer is paused until you answer.`,
    button: 'Answer question',
  }),
  quote_message: (about) => ({
    title: `${about.number}: new message about ${about.title}`,
    lead: `Your agent sent you a message about “${about.title}”.`,
    button: 'Read message',
  }),
  quote_alternative: (about) => ({
    title: `${about.number}: your agent offers an alternative to ${about.title}`,
    lead: `Your agent offers another item in place of “${about.title}”. Choose it in the quote to make it the next version.`,
    button: 'View quote',
  }),
  quote_unavailable: (about) => ({
    title: `${about.number}: ${about.title} isn’t available`,
    lead: `Your agent can’t source “${about.title}”. See the reason and the alternatives in the quote.`,
    button: 'View quote',
  }),
  staff_quote_asked: (about) => ({
    title: `${about.number}: ${about.client} requests a quote`,
    lead: `${about.client} requests a quote for “${about.title}”.`,
    button: 'View quote',
  }),
  staff_quote_message: (about) => ({
    title: `${about.number}: new message from ${about.client} about ${about.title}`,
    lead: `${about.client} sent you a message about “${about.title}”.`,
    button: 'Read message',
  }),
  staff_quote_countered: (about) => ({
    title: `${about.number}: ${about.client} made a counter-offer for ${about.title}`,
    lead: `${about.client} made a counter-offer for “${about.title}”. Answer with a new version.`,
    button: 'View quote',
  }),
};

const zh: QuoteTexts = {
  quote_quoted: (about) => ({
    title: `${about.number}：“${about.title}”已报价`,
    lead: `您的客户经理已回复“${about.title}”的询价。请查看商品价格和运费，满意后接受报价。`,
    button: '查看报价',
  }),
  quote_expired: (about) => ({
    title: `${about.number}：“${about.title}”的报价已过期`,
    lead: `“${about.title}”的报价未在有效期内接受。如仍需要，请重新询价。`,
    button: '查看报价',
  }),
  quote_ending: (about) => ({
    title: `${about.number}：“${about.title}”的报价将于 ${about.until} 到期`,
    lead: `“${about.title}”的报价有效期至 ${about.until}。请在此之前接受，或以后重新询价。`,
    button: '查看报价',
  }),
  quote_question: (about) => ({
    title: `${about.number}：客户经理对“${about.title}”有疑问`,
    lead: `为“${about.title}”报价需要更多信息。在您回复之前计时暂停。`,
    button: '回复问题',
  }),
  quote_message: (about) => ({
    title: `${about.number}：“${about.title}”有新消息`,
    lead: `您的客户经理就“${about.title}”给您发送了消息。`,
    button: '查看消息',
  }),
  quote_alternative: (about) => ({
    title: `${about.number}：客户经理为“${about.title}”提供了替代商品`,
    lead: `您的客户经理为“${about.title}”提供了其他商品。可在报价中选用，作为下一版报价。`,
    button: '查看报价',
  }),
  quote_unavailable: (about) => ({
    title: `${about.number}：“${about.title}”无法供应`,
    lead: `您的客户经理无法采购“${about.title}”。请在报价中查看原因和替代商品。`,
    button: '查看报价',
  }),
  staff_quote_asked: (about) => ({
    title: `${about.number}：${about.client} 询价`,
    lead: `${about.client} 对“${about.title}”询价。`,
    button: '查看报价',
  }),
  staff_quote_message: (about) => ({
    title: `${about.number}：${about.client} 就“${about.title}”发来消息`,
    lead: `${about.client} 就“${about.title}”给您发送了消息。`,
    button: '查看消息',
  }),
  staff_quote_countered: (about) => ({
    title: `${about.number}：${about.client} 对“${about.title}”还价`,
    lead: `${about.client} 对“${about.title}”提出了还价。请给出新的报价版本。`,
    button: '查看报价',
  }),
};

/** Notifications about quotes, by language. */
export const quoteTexts = { en, zh };

type Params = Readonly<Record<string, string | number>>;
type Many = (many: number, first: Params) => { title: string; lead: string; button: string };

/** Events of which several come within minutes, one for each product of a request: their mail names all of them. */
const gathered = {
  quote_quoted: '/quote/index?tab=quoted',
  quote_ending: '/quote/index?tab=quoted',
  quote_question: '/quote/index?tab=need_answer',
  quote_unavailable: '/quote/index',
  staff_quote_asked: '/staff/quotes',
} as const satisfies Partial<Record<NotificationEvent, string>>;
export type GatheredEvent = keyof typeof gathered;

export const isGathered = (event: NotificationEvent): event is GatheredEvent => event in gathered;

const manyEn: Record<GatheredEvent, Many> = {
  quote_quoted: (many) => ({
    title: `${many} quotes are ready`,
    lead: 'Your agent answered these requests. Review the prices and shipping costs, then accept the quotes.',
    button: 'View quotes',
  }),
  quote_ending: (many) => ({
    title: `${many} quotes expire soon`,
    lead: 'Accept these quotes before they expire, or request them again later.',
    button: 'View quotes',
  }),
  quote_question: (many) => ({
    title: `Your agent has questions about ${many} requests`,
    lead: 'Your agent needs more details to quote these products. The timers are paused until you answer.',
    button: 'Answer questions',
  }),
  quote_unavailable: (many) => ({
    title: `${many} products aren’t available`,
    lead: 'Your agent can’t source these products. See the reasons and the alternatives in the quotes.',
    button: 'View quotes',
  }),
  staff_quote_asked: (many, { client }) => ({
    title: `${client} requests ${many} quotes`,
    lead: `${client} requests quotes for these products.`,
    button: 'View quotes',
  }),
};

const manyZh: Record<GatheredEvent, Many> = {
  quote_quoted: (many) => ({
    title: `${many} 个询价已报价`,
    lead: '您的客户经理已回复以下询价。请查看商品价格和运费，满意后接受报价。',
    button: '查看报价',
  }),
  quote_ending: (many) => ({
    title: `${many} 个报价即将到期`,
    lead: '请在到期前接受以下报价，或以后重新询价。',
    button: '查看报价',
  }),
  quote_question: (many) => ({
    title: `客户经理对 ${many} 个询价有疑问`,
    lead: '为以下商品报价需要更多信息。在您回复之前计时暂停。',
    button: '回复问题',
  }),
  quote_unavailable: (many) => ({
    title: `${many} 个商品无法供应`,
    lead: '您的客户经理无法采购以下商品。请在报价中查看原因和替代商品。',
    button: '查看报价',
  }),
  staff_quote_asked: (many, { client }) => ({
    title: `${client} 提交了 ${many} 个询价`,
    lead: `${client} 对以下商品询价。`,
    button: '查看报价',
  }),
};

/** A mail about several of one event, with a line for each of the first `most`. */
export function gatheredWords(
  locale: 'en' | 'zh',
  event: GatheredEvent,
  all: readonly Params[],
  most: number,
): MailWords {
  const isZh = locale === 'zh';
  const { title, lead, button } = (isZh ? manyZh : manyEn)[event](all.length, all[0] ?? {});
  const until = ({ until: day }: Params) => day && (isZh ? `有效期至 ${day}` : `until ${day}`);
  const lines = all.slice(0, most).map((one) => [one.number, one.title, until(one)].filter(Boolean).join(' · '));
  const left = all.length - lines.length;
  const more = isZh ? `另有 ${left} 个` : `and ${left} more`;
  return { subject: title, lines: [lead, ...lines, ...(left > 0 ? [more] : [])], button, link: gathered[event] };
}
