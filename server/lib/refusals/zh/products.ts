import type { products as english } from '../en/products.ts';

export const products: Record<keyof typeof english, string> = {
  price_requested: '此商品已在询价中。',
  nothing_ships: '此商品没有需要发货的规格。',
  no_sure_match: '此商品没有置信度足够的配对建议。',
  self_fulfilled_already: '此商品已设为自行发货。',
  not_self_fulfilled: '此商品没有设为自行发货的规格。',
  store_by_files: '此商品的店铺来自文件，无法刷新。',
  store_not_connected: '此商品的店铺未连接。请先重新授权。',
};
