export const statistics = {
  ad_columns: 'The file needs columns for Date, Platform, and Amount. Store, Campaign, and Currency are optional.',
  ad_day_ahead: 'The day is in the future. Enter a day up to today.',
  ad_empty: 'The file has no rows. Choose another one.',
  ad_no_amount: '“{{value}}” is not an amount. Write it like 1234.50.',
  ad_no_currency: '“{{value}}” is not a currency. Write its three letters, like USD.',
  ad_no_day: '“{{value}}” is not a day. Write it like 2026-11-25.',
  ad_no_platform: 'The platform is missing. Name it, like Meta or Google.',
  ad_no_store: '“{{value}}” is not one of your stores. Write the name as the portal shows it, or leave it empty.',
  ad_store_missing: 'The store is missing. Choose one of your stores.',
  ad_too_many: 'The file has more than {{most}} rows. Split it.',
  ad_two_currencies:
    'Another row has the same day, store, platform, and campaign in another currency. Use one currency.',
  days_turned: 'The period ends before it begins. Choose a later last day.',
  too_long: 'A period can be two years long at most. Choose a later first day.',
} as const;
