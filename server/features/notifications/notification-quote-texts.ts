type About = (about: Readonly<Record<string, string | number>>) => { title: string; lead: string; button: string };
type QuoteTexts = Record<
  | 'quote_ending'
  | 'quote_question'
  | 'quote_message'
  | 'quote_unavailable'
  | 'desk_quote_message'
  | 'desk_quote_countered',
  About
>;

const en: QuoteTexts = {
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
  quote_unavailable: (about) => ({
    title: `${about.number}: ${about.title} isn’t available`,
    lead: `Your agent can’t source “${about.title}”. See the reason and the alternatives in the quote.`,
    button: 'View quote',
  }),
  desk_quote_message: (about) => ({
    title: `${about.number}: new message from ${about.client} about ${about.title}`,
    lead: `${about.client} sent you a message about “${about.title}”.`,
    button: 'Read message',
  }),
  desk_quote_countered: (about) => ({
    title: `${about.number}: ${about.client} made a counteroffer for ${about.title}`,
    lead: `${about.client} made a counteroffer for “${about.title}”. Answer with a new version.`,
    button: 'View quote',
  }),
};

const zh: QuoteTexts = {
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
  quote_unavailable: (about) => ({
    title: `${about.number}：“${about.title}”无法供应`,
    lead: `您的客户经理无法采购“${about.title}”。请在报价中查看原因和替代方案。`,
    button: '查看报价',
  }),
  desk_quote_message: (about) => ({
    title: `${about.number}：${about.client} 就“${about.title}”发来消息`,
    lead: `${about.client} 就“${about.title}”给您发送了消息。`,
    button: '查看消息',
  }),
  desk_quote_countered: (about) => ({
    title: `${about.number}：${about.client} 对“${about.title}”还价`,
    lead: `${about.client} 对“${about.title}”提出了还价。请给出新的报价版本。`,
    button: '查看报价',
  }),
};

/** Notifications about the conversation on a quote, by language. */
export const quoteTexts = { en, zh };
