import type { billLines as english } from '../en/bill-lines.ts';

export const billLines: Record<keyof typeof english, string> = {
  freight: '运费：{{channel}} 至{{country}}',
  freight_shared: '运费：{{channel}} 至{{country}}（不含新增商品）',
  goods_before: '此前已付商品款',
  freight_before: '此前已付运费',
  deposit: '定金 {{percent}}%：{{of}}',
  balance: '尾款：{{of}}',
  stock_goods: '{{number}} 货款，{{units}} × {{product}}',
  stock_skus: '{{number}} 货款，{{skus}} 个 SKU 共 {{units}} 件',
  stock_freight: '至 {{warehouse}} 的运费',
  stock_branding: '品牌定制费',
};
