import type { conversations as en } from '../en/conversations.ts';
import type { Translation } from '../translation.ts';

/** 订单留言的文字。 */
export const conversations: Translation<typeof en> = {
  title: '留言',
  none: '此订单还没有留言',
  write: '给客户经理留言',
  writeClient: '给客户留言',
  send: '发送留言',
  erased: '已随买家资料一并删除',
  side: { client: '客户', staff: '客户经理' },
  unread_one: '{{count}} 条新留言',
  unread_other: '{{count}} 条新留言',
  staff: {
    title: '留言',
    state: '客户就订单发来的留言，等待最久的在前',
    tabs: { waiting: '待回复', all: '全部' },
    search: '订单号或运单号',
    empty: '没有待回复的留言',
    emptyAll: '还没有留言',
    markAnswered: '无需回复',
    columns: { order: '订单', client: '客户', last: '最新留言', waiting: '等待自', state: '状态' },
  },
};
