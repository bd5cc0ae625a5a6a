export const exchangeRates = {
  day_ahead: 'This day has not begun. Enter today’s or an earlier date.',
} as const;
