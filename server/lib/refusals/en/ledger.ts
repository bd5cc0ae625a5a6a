export const ledger = {
  acting: 'Only the client can move money from the wallet. Stop acting for the client first.',
  balance_short:
    'Your wallet balance is {{available}}, which is {{missing}} short. Add at least {{missing}}, then try again.',
  order: 'Order {{name}}',
  orders: '{{count}} orders',
  order_cancelled: 'Order {{name}} cancelled',
  order_changed: 'Order {{name}} by {{channel}} to {{country}}',
  units_removed: 'Units of order {{name}} removed',
  claim: '{{number}}: {{order}} {{reason}}',
  credit: '{{reason}} ({{invoice}})',
  stock_deposit: 'Deposit of a stock order',
  stock_balance: 'Balance of a stock order',
  card_refund: 'Refunded to the card',
  dispute: 'Disputed at the bank: {{reason}}',
  dispute_won: 'Dispute decided in our favor',
  method_bank: 'Bank transfer',
  method_card: 'Card',
} as const;
