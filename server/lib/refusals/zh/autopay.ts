import type { autopay as english } from '../en/autopay.ts';

export const autopay: Record<keyof typeof english, string> = {
  store_paused: '该店铺已暂停或未连接。请先恢复或重新连接。',
  nothing_to_pay: '该店铺目前没有待付款的订单。',
};
