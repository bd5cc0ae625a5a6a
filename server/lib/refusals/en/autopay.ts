export const autopay = {
  store_paused: 'This store is paused or not connected. Resume or reconnect it first.',
  nothing_to_pay: 'This store has no orders to pay right now.',
} as const;
