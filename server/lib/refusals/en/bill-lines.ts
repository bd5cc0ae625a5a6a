/** Lines of invoices that are not called by a product's name. */
export const billLines = {
  freight: 'Shipping: {{channel}} to {{country}}',
  freight_shared: 'Shipping: {{channel}} to {{country}}, without the added units',
  goods_before: 'Goods paid before',
  freight_before: 'Shipping paid before',
  deposit: 'Deposit of {{percent}}%: {{of}}',
  balance: 'Balance: {{of}}',
  stock_goods: '{{number}}, {{units}} × {{product}}',
  stock_skus: '{{number}}, {{units}} {{units|unit|units}} of {{skus}} {{skus|SKU|SKUs}}',
  stock_freight: 'shipping to {{warehouse}}',
  stock_branding: 'branding',
} as const;
