export const imageSearch = {
  address_failed: 'We couldn’t get this image. Use the public https address of an image, or upload it.',
  address_answered: 'We couldn’t get this image: {{reason}}. Use the public https address of an image, or upload it.',
  daily_limit: 'Your account has made {{count}} searches in 24 hours. Open an earlier one, or try again tomorrow.',
  off: 'Image search is turned off for your account. Ask your agent to turn it on.',
} as const;
