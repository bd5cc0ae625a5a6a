export const withdrawals = {
  email_unconfirmed:
    'Your email address isn’t confirmed yet, and the code is sent to it. Open the link we emailed you, or request a new one under your name.',
  bank_missing: 'The bank’s name is missing. Enter it.',
  account_known: 'This payout account is already saved. Choose it in the list.',
  too_much: 'You can withdraw at most {{most}}. Bonus and funds on hold can’t be withdrawn.',
  too_many_codes: 'We already sent five codes for this withdrawal. Cancel it and request a new one.',
  code_over: 'This code is no longer valid. Request a new one.',
  code_wrong: 'This code is incorrect. You have {{left}} {{left|try|tries}} left.',
  code_last: 'This code is incorrect and no longer valid. Request a new one.',
  changed: '{{number}} changed in the meantime. Reload it and try again.',
  same_person: 'You already approved this withdrawal. A second person has to approve it too.',
  is_requested: '{{number}} isn’t confirmed by the client yet. Reload the page to see what you can do.',
  is_confirmed: '{{number}} is already confirmed. Reload the page to see what you can do.',
  is_approved: '{{number}} is already approved. Reload the page to see what you can do.',
  is_paid: '{{number}} is already paid out. Reload the page to see what you can do.',
  is_declined: '{{number}} was declined. Reload the page to see what you can do.',
  is_cancelled: '{{number}} was cancelled. Reload the page to see what you can do.',
} as const;
