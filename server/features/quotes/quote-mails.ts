type Mail = { to: string; subject: string; text: string; html: string };
export type Reader = { email: string; locale: 'en' | 'zh' };
export type Links = { publicUrl: string; brand: string };
type About = { number: string; title: string; id: string };

const texts = {
  en: {
    answered: (about: About) => ({
      subject: `${about.number}: your price for ${about.title}`,
      lead: `Your agent has answered ${about.number} for “${about.title}”. See the goods price and the freight per country, and accept it when it suits you.`,
      button: 'See the price',
    }),
    asked: (about: About, client: string) => ({
      subject: `${about.number}: ${client} asks for a price`,
      lead: `${client} asks for the price of “${about.title}”.`,
      button: 'Open the quote desk',
    }),
  },
  zh: {
    answered: (about: About) => ({
      subject: `${about.number}：${about.title} 的报价`,
      lead: `您的客户经理已回复 ${about.number}（${about.title}）。请查看商品价格及各国运费，满意后即可接受。`,
      button: '查看报价',
    }),
    asked: (about: About, client: string) => ({
      subject: `${about.number}：${client} 请求报价`,
      lead: `${client} 请求“${about.title}”的报价。`,
      button: '打开报价工作台',
    }),
  },
};

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  );
/** Titles come from shops: no line breaks in a subject. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 150);

function compose(
  to: string,
  words: { subject: string; lead: string; button: string },
  link: string,
  brand: string,
): Mail {
  return {
    to,
    subject: `${oneLine(words.subject)} · ${brand}`,
    text: `${words.lead}\n\n${link}\n\n${brand}`,
    html: `<p>${escaped(words.lead)}</p><p><a href="${escaped(link)}">${escaped(words.button)}</a></p><p>${escaped(brand)}</p>`,
  };
}

/** Tells the merchant that the price is there. */
export function answeredMail(reader: Reader, quote: About, links: Links): Mail {
  return compose(
    reader.email,
    texts[reader.locale].answered(quote),
    `${links.publicUrl}/quote/index?quote=${quote.id}`,
    links.brand,
  );
}

/** Tells an agent that a client waits for a price. */
export function askedMail(reader: Reader, quote: About & { account_id: string }, client: string, links: Links): Mail {
  const link = `${links.publicUrl}/desk/quotes?account=${quote.account_id}&quote=${quote.id}`;
  return compose(reader.email, texts[reader.locale].asked(quote, client), link, links.brand);
}
