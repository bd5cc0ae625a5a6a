export const account = {
  billing_changed: 'Someone else changed the billing details. Reload the page and try again.',
} as const;
