import type { suggestions as english } from '../en/suggestions.ts';
import type { Translation } from '../translation.ts';

/** 未配对规格的配对建议。 */
export const suggestions: Translation<typeof english> = {
  title: '配对建议',
  state: '与未配对规格相符的目录商品。绿色建议的准确率为 99%。',
  search: '商品或 SKU',
  columns: {
    variant: '店铺商品',
    sku: '目录商品',
    reasons: '依据',
    confidence: '置信度',
  },
  percent: '{{percent}}%',
  reasons: {
    code: 'SKU 相同：{{sku}}',
    known: 'SKU {{sku}} 在另一店铺有相同配对',
    title: '标题相似度 {{percent}}%',
    picture: '图片相似度 {{percent}}%',
    pieces: '标题注明 {{count}} 件',
  },
  accept: '接受建议',
  dismiss: '忽略建议',
  acceptSelected_other: '接受 {{count}} 条建议',
  acceptHighConfidence: '接受高置信度建议',
  noHighConfidence: '没有高置信度建议，请逐条查看。',
  accepted_other: '已配对 {{count}} 个规格。',
  empty: '暂无配对建议',
  emptyText: '新商品与目录商品相似时，建议会显示在这里。',
  toProducts: '前往商品',
  synonyms: {
    title: '选项同义词',
    lead: '填写您所用选项名称的含义，配对建议即可识别。例如“Dune”是沙色，“Grande”是 L。',
    kind: '选项',
    kinds: {
      color: '颜色',
      size: '尺寸',
      other: '其他',
    },
    term: '您的用词',
    termExample: 'Dune',
    meaning: '含义',
    meaningExample: 'sand',
    source: '来源',
    own: '您的账户',
    shared: '默认',
    add: '添加同义词',
    remove: '删除同义词',
    search: '用词或含义',
    empty: '没有匹配的同义词',
  },
  confirm: {
    title_other: '接受 {{count}} 条建议？',
    text: '涉及 {{products}} 个商品。之后可随时修改配对，已付款订单不受影响。',
    submit_other: '接受 {{count}} 条建议',
  },
};
