import type { autopay as english } from '../en/autopay.ts';

export const autopay: Record<keyof typeof english, string> = {
  store_paused: '该店铺已暂停或未连接。请先恢复或重新连接。',
  nothing_to_pay: '该店铺目前没有待付款的订单。',
  left_to_people: '剩余订单需手动付款或经审批后付款。请在“订单”中支付样品，并在钱包的“付款审批”中审批。',
};
