export const catalog = {
  changed: 'Someone else changed this. Reload the page and try again.',
  picture_unknown: 'One of the images isn’t available. Upload it again.',
  same_options: 'Two SKUs have the same options. Give each SKU a different color, size, or other option.',
  options_missing: 'All SKUs of a product need the same options. Add every option to each SKU.',
} as const;
