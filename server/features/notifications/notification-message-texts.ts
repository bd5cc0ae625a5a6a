type About = (about: Readonly<Record<string, string | number>>) => { title: string; lead: string; button: string };
type MessageTexts = Record<'order_message' | 'desk_order_message', About>;

const en: MessageTexts = {
  order_message: (about) => ({
    title: `Order ${about.order}: a message of your agent`,
    lead: `Your agent wrote to you about order ${about.order}.`,
    button: 'Read the message',
  }),
  desk_order_message: (about) => ({
    title: `Order ${about.order}: ${about.client} wrote to you`,
    lead: `${about.client} wrote to you about order ${about.order}.`,
    button: 'Read the message',
  }),
};

const zh: MessageTexts = {
  order_message: (about) => ({
    title: `订单 ${about.order}：客户经理的消息`,
    lead: `您的客户经理就订单 ${about.order} 给您留了言。`,
    button: '查看消息',
  }),
  desk_order_message: (about) => ({
    title: `订单 ${about.order}：${about.client} 给您留言`,
    lead: `${about.client} 就订单 ${about.order} 给您留了言。`,
    button: '查看消息',
  }),
};

/** What is told of messages about orders. */
export const messageTexts = { en, zh };
