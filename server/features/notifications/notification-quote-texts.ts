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
    title: `${about.number}: the price for ${about.title} ends on ${about.until}`,
    lead: `The price of “${about.title}” is valid until ${about.until}. Accept it before then, or ask again later.`,
    button: 'See the price',
  }),
  quote_question: (about) => ({
    title: `${about.number}: your agent has a question about ${about.title}`,
    lead: `Your agent needs to know more before pricing “${about.title}”. Answer in the quote; the clock stands until then.`,
    button: 'Answer the question',
  }),
  quote_message: (about) => ({
    title: `${about.number}: a message about ${about.title}`,
    lead: `Your agent wrote to you about “${about.title}”.`,
    button: 'Read the message',
  }),
  quote_unavailable: (about) => ({
    title: `${about.number}: ${about.title} cannot be supplied`,
    lead: `Your agent cannot get “${about.title}”. The quote says why, and what could be taken instead.`,
    button: 'Open the quote',
  }),
  desk_quote_message: (about) => ({
    title: `${about.number}: ${about.client} wrote about ${about.title}`,
    lead: `${about.client} wrote to you about “${about.title}”.`,
    button: 'Read the message',
  }),
  desk_quote_countered: (about) => ({
    title: `${about.number}: ${about.client} wants another price for ${about.title}`,
    lead: `${about.client} made a counter-offer for “${about.title}”. Answer with a new version.`,
    button: 'Open the quote',
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
    lead: `为“${about.title}”报价前，您的客户经理需要更多信息。请在报价中回复；在此之前计时暂停。`,
    button: '回复问题',
  }),
  quote_message: (about) => ({
    title: `${about.number}：关于“${about.title}”的消息`,
    lead: `您的客户经理就“${about.title}”给您留了言。`,
    button: '查看消息',
  }),
  quote_unavailable: (about) => ({
    title: `${about.number}：“${about.title}”无法供应`,
    lead: `您的客户经理无法采购“${about.title}”。报价中写明了原因和可替代的商品。`,
    button: '打开报价',
  }),
  desk_quote_message: (about) => ({
    title: `${about.number}：${about.client} 就“${about.title}”留言`,
    lead: `${about.client} 就“${about.title}”给您留了言。`,
    button: '查看消息',
  }),
  desk_quote_countered: (about) => ({
    title: `${about.number}：${about.client} 对“${about.title}”还价`,
    lead: `${about.client} 对“${about.title}”提出了还价。请给出新的报价版本。`,
    button: '打开报价',
  }),
};

/** What is told of the talk about a quote. */
export const quoteTexts = { en, zh };
