export const stock = {
  too_many: 'Only {{count}} {{count|unit is|units are}} available there. Enter a lower quantity.',
  request_closed: 'This request was already answered or cancelled. Reload the page.',
  answer_missing: 'The reason is missing. Write it for the client.',
  too_few: 'There aren’t enough units available. Reload the page and change the quantity.',
  quantity_missing: 'The quantity is missing. Enter the number of units.',
  quantity_not_above_zero: 'The quantity must be above zero. Correct it.',
  same_warehouse: 'The units are already in this warehouse. Choose another one to transfer them to.',
} as const;
