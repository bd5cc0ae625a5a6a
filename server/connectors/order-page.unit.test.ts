import { expect, it } from 'vitest';
import { orderPageOf } from './order-page.ts';

const order = { platform: 'shopify', domain: 'lin-home.myshopify.com', external_id: '5000000000001' };

it('is the page of the order in Shopify’s admin', () => {
  expect(orderPageOf(order, 'https://{shop}')).toBe('https://lin-home.myshopify.com/admin/orders/5000000000001');
});

it('is the page of the order in WooCommerce’s admin, which lies in the folder of the shop', () => {
  const woo = { platform: 'woocommerce', external_id: '731' };
  expect(orderPageOf({ ...woo, domain: 'lin.example' }, 'https://{shop}')).toBe(
    'https://lin.example/wp-admin/post.php?post=731&action=edit',
  );
  expect(orderPageOf({ ...woo, domain: 'lin.example:8443/home/shop' }, 'https://{shop}')).toBe(
    'https://lin.example:8443/home/shop/wp-admin/post.php?post=731&action=edit',
  );
  for (const domain of ['lin.example/?x=1', 'lin.example/#x', 'lin@evil.example', 'lin example', '', null])
    expect(orderPageOf({ ...woo, domain }, 'https://{shop}')).toBeNull();
});

it('is none for what no shop has: other platforms, other orders, and what is no domain of a shop', () => {
  expect(orderPageOf({ ...order, platform: 'file', domain: 'lin.example' }, 'https://{shop}')).toBeNull();
  expect(orderPageOf({ ...order, domain: null }, 'https://{shop}')).toBeNull();
  expect(orderPageOf({ ...order, domain: 'evil.example/?x=.myshopify.com' }, 'https://{shop}')).toBeNull();
  expect(orderPageOf({ ...order, external_id: '5000000000001-2' }, 'https://{shop}')).toBeNull();
  expect(orderPageOf({ ...order, external_id: 'manual:1' }, 'https://{shop}')).toBeNull();
});
