export const publishing = {
  cannot: 'Products can’t be added to stores on this platform. Choose a Shopify store.',
  not_connected: 'This store isn’t connected. Connect it again first.',
  needs_scope:
    'This store hasn’t allowed us to add products. Re-authorize it on the Store page and accept the new permission.',
  listed_already: 'This product is already listed in {{store}}. Change it in your store.',
  sku_twice: 'One SKU appears twice. Select each SKU once.',
  sku_elsewhere: 'One of the SKUs isn’t part of this product. Reload the page and choose again.',
  sku_discontinued: '{{code}} {{title}} is discontinued. Remove it.',
  not_retryable: 'Only a failed listing can be retried, and only if the product isn’t listed in the store otherwise.',
} as const;
