export const shipping = {
  days_reversed: 'The end date is before the start date. Swap them.',
  day_begun: 'Days that have started can’t be changed. Start tomorrow or later.',
  too_many_days: 'You can mark up to {{most}} days at once. Choose a shorter period.',
  day_names_missing: 'The days need a name in English and in Chinese. Enter both.',
  valid_from_passed: 'The past can’t be changed. Choose a start time from now on.',
  no_channel: 'This shipping method doesn’t exist. Choose one from the list.',
} as const;
