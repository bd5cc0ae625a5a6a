export const autopay = {
  store_paused: 'This store is paused or not connected. Resume or reconnect it first.',
  nothing_to_pay: 'This store has no orders to pay right now.',
  left_to_people:
    'What’s left is paid manually or after its approval. Pay samples under Orders, and approve payments in the wallet under Approvals.',
} as const;
