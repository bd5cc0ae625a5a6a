export const statistics = {
  days_turned: 'The period ends before it begins. Choose a later last day.',
  too_long: 'A period can be two years long at most. Choose a later first day.',
} as const;
