import type { conversations as en } from '../en/conversations.ts';
import type { Translation } from '../translation.ts';

/** 订单消息的文字。 */
export const conversations: Translation<typeof en> = {
  title: '消息',
  none: '此订单还没有消息',
  write: '给客户经理发消息',
  writeClient: '给客户发消息',
  send: '发送消息',
  erased: '已随买家资料一并删除',
  side: { client: '客户', staff: '客户经理' },
  unread_one: '{{count}} 条新消息',
  unread_other: '{{count}} 条新消息',
  staff: {
    title: '消息',
    state: '客户就订单发来的消息，等待最久的在前。',
    tabs: { waiting: '待回复', all: '全部' },
    search: '订单号、运单号、客户或店铺',
    empty: '没有待回复的消息',
    emptyAll: '还没有消息',
    markAnswered: '无需回复',
    settled: '已标记为无需回复。',
    order: '订单',
    item: '商品',
    units: '数量',
    shipped: '已发货',
    columns: { order: '订单', client: '客户', last: '最新消息', waiting: '等待自', state: '状态' },
  },
};
