export const invoices = {
  order_changed: 'This order just changed. Reload it and try again.',
  refund_above_paid: 'A refund can’t be more than the amount paid. Enter a lower amount.',
  not_payable_now: '{{number}} can’t be paid now. Reload the list and try again.',
  deposit_first: '{{number}} is the balance, which is due after the deposit. Pay the deposit first.',
  total_changed: '{{number}} now comes to {{total}}. Check it and pay again.',
  none_paid: '{{reason}} None of the selected invoices was paid.',
  nothing_to_print: 'None of these documents is in your account. Choose invoices from the list.',
  not_paid_yet: 'This invoice isn’t paid yet, so it has no receipt. Pay it first.',
  summary_order: 'The first day is after the last day. Swap them.',
  summary_empty: 'No paid invoice or credit note was issued from {{from}} to {{to}}. Choose other dates.',
  summary_too_long:
    'This period has more than {{most}} invoices and credit notes. Choose a shorter one, or export the list.',
  just_paid: 'One of these orders was just paid. Reload the list.',
  refund_too_high:
    'Only {{left}} of this order’s payment is left: {{paid}} was paid and {{credited}} refunded. Enter that amount or less.',
  refund_too_high_committed:
    'Only {{left}} of this order’s payment is left: {{paid}} was paid, {{credited}} refunded, and {{committed}} kept for replacements or cancelled units. Enter that amount or less.',
  is_open: '{{number}} is open.',
  nothing_to_invoice:
    'No order of this client can be invoiced now. Orders on hold, blocked or on an open invoice are left out.',
  nothing_to_refresh: 'None of the orders of {{number}} can be invoiced now. Open the orders to see why.',
  order_outdated: 'Order {{name}} changed after {{number}} was issued. Refresh the prices of the invoice, then pay.',
  is_expired: 'The prices of {{number}} have expired. Refresh its prices, then pay.',
  is_paid: '{{number}} is already paid.',
  is_credited: '{{number}} was paid and refunded, so there’s nothing to pay.',
  is_void: '{{number}} is void. Reload the list of invoices to see what is due.',
  not_payable: 'Order {{name}}: {{reason}} Nothing was paid.',
  not_payable_more:
    'Order {{name}}: {{reason}} {{more}} more of the selected orders can’t be paid, so nothing was paid.',
  order_not_payable: '{{name}}: {{reason}}',
  orders_cost_more:
    'These orders now cost {{now}} instead of {{was}}. Nothing was paid; check the new total and pay again.',
  issued_otherwise:
    'These orders now cost {{now}} instead of {{was}}. No invoice was issued; check the new total and try again.',
  orders_cost_changed:
    'These orders now cost {{now}} instead of {{was}} ({{changes}}). Nothing was paid; check the new total and pay again.',
  goods_changed: '{{name}}: products {{was}} → {{now}}',
  freight_changed: '{{name}}: shipping {{was}} → {{now}}',
  fees_changed: '{{name}}: fees {{was}} → {{now}}',
  preview_expired: 'This preview has expired. Review the orders again, then pay.',
  nothing_matches: 'None of the orders in this list can be paid now. Check the reasons in the list.',
  selection_changed:
    '{{count}} of {{all}} {{all|order|orders}} changed since the preview ({{changes}}). Nothing was paid; review the new total and pay again.',
  order_cost_changed: '{{name}}: {{was}} → {{now}}',
  no_access: 'The user who started this payment no longer has access. Ask another user to pay.',
  awaits_approval: 'Approval of this payment was requested. It’s paid once it’s approved under Approvals.',
  sample_by_hand: 'Samples aren’t paid automatically. Review the price and pay under Orders.',
  out_of_balance: 'Not enough in the wallet for this order. Add funds.',
  over_price_limit: 'The cost is over the store’s price limit. Review it and pay under Orders.',
  ubl_not_valid: 'This invoice isn’t valid, so there is no electronic invoice. Open an invoice that is issued or paid.',
  ubl_buyer: 'An electronic invoice needs your country. Add it under Account, then try again.',
  ubl_seller: 'The seller’s country and registration number aren’t set up yet. Ask your agent to add them.',
} as const;
