export const webhooks = {
  unsigned: 'The request has no signature.',
  no_match: 'The signature doesn’t match the body and secret.',
  no_match_or_too_old: 'The signature doesn’t match the body and secret, or it has expired.',
  too_old: 'The signature has expired.',
  unreadable: 'The content of the request can’t be read.',
} as const;
