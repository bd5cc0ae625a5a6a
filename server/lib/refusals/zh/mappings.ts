import type { mappings as english } from '../en/mappings.ts';

export const mappings: Record<keyof typeof english, string> = {
  changed: '此配对已被他人更改。请刷新页面后重试。',
  nothing_to_confirm: '该规格没有待确认的配对。请先配对商品。',
  variant_gone: '其中一个规格已不在您的店铺中。请刷新页面后重新选择。',
  variant_twice: '有规格重复。每个规格只能有一个配对。',
  rules_overlap: '同一规格的两条规则在国家和日期上重叠。请修改其中一条。',
  item_not_offered: '其中一个商品已下架。请选择其他商品。',
  item_discontinued: '{{code}} {{title}} 已停产。请选择其他商品，或确认用至售罄。',
  item_count: '一个规格可配对 1 到 20 个商品。请修改商品列表。',
  quantity_range: '数量须在 1 到 999 之间。请更正。',
};
