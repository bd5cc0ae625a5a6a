import type { stock as english } from '../en/stock.ts';

export const stock: Record<keyof typeof english, string> = {
  too_many: '该处仅有 {{count}} 件可用。请减少数量。',
  request_closed: '此申请已处理或已取消。请刷新页面。',
  answer_missing: '请填写原因，客户会看到。',
  too_few: '可用数量不足。请刷新页面后修改数量。',
  quantity_missing: '请填写数量。',
  quantity_not_above_zero: '数量必须大于零。请更正。',
  same_warehouse: '商品已在此仓库。请选择其他目的仓库。',
};
