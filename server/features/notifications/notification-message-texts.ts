type About = (about: Readonly<Record<string, string | number>>) => { title: string; lead: string; button: string };
type MessageTexts = Record<'order_message' | 'desk_order_message', About>;

const en: MessageTexts = {
  order_message: (about) => ({
    title: `Order ${about.order}: new message from your agent`,
    lead: `Your agent sent you a message about order ${about.order}.`,
    button: 'Read message',
  }),
  desk_order_message: (about) => ({
    title: `Order ${about.order}: new message from ${about.client}`,
    lead: `${about.client} sent you a message about order ${about.order}.`,
    button: 'Read message',
  }),
};

const zh: MessageTexts = {
  order_message: (about) => ({
    title: `订单 ${about.order}：客户经理的新消息`,
    lead: `您的客户经理就订单 ${about.order} 给您发送了消息。`,
    button: '查看消息',
  }),
  desk_order_message: (about) => ({
    title: `订单 ${about.order}：${about.client} 的新消息`,
    lead: `${about.client} 就订单 ${about.order} 给您发送了消息。`,
    button: '查看消息',
  }),
};

/** Notifications about messages on orders, by language. */
export const messageTexts = { en, zh };
