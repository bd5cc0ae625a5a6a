export const paymentRequests = {
  over_per_payment: 'This payment is above your limit of {{most}} per payment. Request approval for it.',
  over_per_day: 'This payment is above your daily limit of {{most}}: {{left}} is left today. Request approval for it.',
  over_per_month:
    'This payment is above your monthly limit of {{most}}: {{left}} is left this month. Request approval for it.',
  no_limits: 'You can’t limit the owner’s payments or your own.',
  limits_changed: 'Someone else changed this user’s limits. Reload them and try again.',
  within_limits: 'This payment is within your limits. Pay it without approval.',
  own: 'Someone else has to approve or decline your own request.',
  changed: 'This request changed in the meantime. Reload it and try again.',
  member_left: '{{name}} is no longer a user of this account. Decline the request, or pay the orders yourself.',
  nothing_left: 'None of these orders can be paid anymore. Decline the request.',
  invoice_closed: '{{number}} can’t be paid anymore. Decline the request.',
  asked_before: 'Approval is already requested for {{number}}. Follow it in the wallet under Approvals.',
  is_paying: 'This request is approved, and its orders are being paid.',
  is_approved: 'This request is already approved and paid.',
  is_declined: 'This request is already declined.',
  is_cancelled: 'This request was cancelled.',
} as const;
