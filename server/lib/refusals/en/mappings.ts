export const mappings = {
  changed: 'Someone else changed this mapping. Reload the page and try again.',
  nothing_to_confirm: 'This variant has no mapping to confirm. Map it to a product first.',
  variant_gone: 'One of the variants is no longer in your store. Reload the page and choose again.',
  variant_twice: 'One variant appears twice. Give each variant one mapping.',
  rules_overlap: 'Two rules of a variant overlap in country and dates. Change one of them.',
  item_not_offered: 'One of the items is no longer offered. Choose another one.',
  item_discontinued:
    '{{code}} {{title}} is discontinued. Choose another item, or confirm that you use it while stock lasts.',
  item_count: 'A variant can be mapped to 1 to 20 items. Change the list of items.',
  quantity_range: 'Quantities must be from 1 to 999. Correct the quantity.',
} as const;
