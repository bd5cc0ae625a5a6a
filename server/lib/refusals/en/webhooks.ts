export const webhooks = {
  unsigned: 'The call has no signature.',
  no_match: 'The signature doesn’t match the body and secret.',
  malformed: 'The signature has the wrong format.',
  too_old: 'The signature has expired.',
  unreadable: 'The content of the call can’t be read.',
} as const;
