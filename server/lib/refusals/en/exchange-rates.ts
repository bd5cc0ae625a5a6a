export const exchangeRates = {
  day_ahead: 'This date is in the future. Enter today’s date or an earlier one.',
} as const;
