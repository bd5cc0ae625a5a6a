export const adjustments = {
  second_person: 'You proposed this yourself. Ask a colleague to review it.',
  not_yours: '{{name}} proposed this. Reject it instead, or ask {{name}} to cancel it.',
  is_approved: '{{number}} is already approved. Reload the page to see it.',
  is_rejected: '{{number}} was rejected. Propose a new one.',
  is_withdrawn: '{{number}} was cancelled. Propose a new one.',
  changed: '{{number}} changed in the meantime. Reload it and try again.',
  cash_short: '{{client}} has {{cash}} in cash. Bonus and credit can’t be deducted; propose a lower amount.',
  last_day: 'The last day must be from today to {{latest}}. Choose another one.',
} as const;
