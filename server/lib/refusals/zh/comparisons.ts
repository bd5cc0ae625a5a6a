import type { comparisons as english } from '../en/comparisons.ts';

export const comparisons: Record<keyof typeof english, string> = {
  store_unreadable: '目前无法读取该店铺，因此无法核对订单。请先重新授权店铺。',
  from_too_early: '该店铺只提供 {{from}} 起的订单。请选择该日或之后的日期。',
  to_out_of_range: '结束日期必须在开始日期与今天之间。请重新选择。',
  just_started: '该店铺的另一次核对刚刚开始。请刷新页面查看进度。',
  failed_needs_reauth: '店铺不再接受我们的应用。请重新授权后再核对。',
  failed_suspended: '店铺目前被 Shopify 关闭。请在恢复后再核对。',
  failed_gone: '该店铺已不存在。请断开连接。',
  failed_throttled: '店铺限制了请求频率。请稍后再核对。',
  failed_unreachable: '店铺没有响应。请稍后再核对。',
  failed_refused: '店铺拒绝了核对。请联系客户经理。',
};
