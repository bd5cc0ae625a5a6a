export const lineDisputes = {
  not_disputable:
    'Only paid shipping that was charged by weight can be disputed. Message your agent about other lines.',
  too_late: 'A line can be disputed for {{days}} days after the payment. Message your agent instead.',
  weight_missing: 'Enter what the parcel weighs.',
  open_already: 'This line has an open dispute. Wait for the answer, or cancel it first.',
  above_line: 'You can credit at most the line’s amount, {{most}}.',
  is_accepted: '{{number}} is already accepted. Reload the page to see it.',
  is_refused: '{{number}} was rejected. Reload the page to see the reason.',
  is_withdrawn: '{{number}} was cancelled. Nothing is left to decide.',
  changed: '{{number}} changed in the meantime. Reload it and try again.',
} as const;
