import { orderReasons } from '#contract/order-reasons.ts';

/** Texts of what may be done with an order, why not, and what happens next with it. */
export const orderActs = {
  more: 'More acts',
  acts: {
    hold: 'Hold',
    release: 'Release',
    pay: 'Pay',
  },
  reasons: orderReasons,
  next: {
    price: 'We answer its quote by {{time}}',
    pay: 'Pay before {{time}}, and it leaves one business day earlier',
    settle: 'Its payment ends by {{time}}',
    ship: 'We send it by {{time}}',
    deliver: 'Delivered by {{time}}',
    release: 'Goes on by itself at {{time}}',
    releaseByHand: 'Waits until you release it',
    decide_cancel: 'We answer the cancellation by {{time}}',
    late: 'We are late: {{step}}',
  },
} as const;
