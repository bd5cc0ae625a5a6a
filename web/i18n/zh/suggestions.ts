import type { suggestions as english } from '../en/suggestions.ts';
import type { Translation } from '../translation.ts';

/** Texts of the suggestions for unmapped variants. */
export const suggestions: Translation<typeof english> = {
  title: '匹配建议',
  state: '未匹配规格最可能对应的商品。绿色的建议 100 个中有 99 个正确。',
  search: '商品或 SKU',
  columns: { variant: '您的店铺', sku: '商品目录', reasons: '依据', confidence: '可信度' },
  percent: '{{percent}} %',
  reasons: {
    code: 'SKU {{sku}} 相同',
    known: 'SKU {{sku}} 在另一店铺已如此匹配',
    title: '标题相似 {{percent}} %',
    picture: '图片相似 {{percent}} %',
    pieces: '注明 {{count}} 件',
  },
  accept: '按建议匹配',
  dismiss: '不正确，不再建议',
  acceptChosen_one: '匹配 {{count}} 个规格',
  acceptChosen_other: '匹配 {{count}} 个规格',
  acceptSure: '接受所有可靠建议',
  noneSure: '没有足够可靠、可直接接受的建议。',
  sureTitle_one: '按建议匹配 {{count}} 个规格？',
  sureTitle_other: '按建议匹配 {{count}} 个规格？',
  sureText: '涉及 {{products}} 个商品。匹配之后可随时修改；已付款订单保持不变。',
  sureConfirm_one: '匹配 {{count}} 个规格',
  sureConfirm_other: '匹配 {{count}} 个规格',
  accepted_one: '已匹配 {{count}} 个规格。',
  accepted_other: '已匹配 {{count}} 个规格。',
  empty: '暂无建议',
  emptyText: '有与目录相似的商品同步进来时，建议会显示在这里。',
  toProducts: '前往商品',
};
