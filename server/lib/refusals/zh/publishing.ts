import type { publishing as english } from '../en/publishing.ts';

export const publishing: Record<keyof typeof english, string> = {
  cannot: '此平台的店铺不支持刊登商品。请选择 Shopify 店铺。',
  not_connected: '该店铺未连接。请先重新连接。',
  needs_scope: '该店铺未授权我们添加商品。请在“店铺”页面重新授权并同意新的权限。',
  listed_already: '该商品已刊登到 {{store}}。请在店铺中修改。',
  sku_twice: '有 SKU 重复。每个 SKU 只能选择一次。',
  sku_elsewhere: '其中一个 SKU 不属于该商品。请刷新页面后重新选择。',
  sku_discontinued: '{{code}} {{title}} 已停产。请移除。',
  not_retryable: '只有失败且店铺中没有同一商品的刊登才能重试。',
};
