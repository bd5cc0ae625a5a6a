export const statistics = {
  ad_columns: 'The file needs columns for Date, Platform, and Amount. Store, Campaign, and Currency are optional.',
  ad_day_ahead: 'The date is in the future. Enter today’s date or an earlier one.',
  ad_empty: 'The file has no rows. Choose another one.',
  ad_no_amount: '“{{value}}” isn’t an amount. Enter one such as 1234.50.',
  ad_no_currency: '“{{value}}” isn’t a currency. Use three letters such as USD.',
  ad_no_day: '“{{value}}” isn’t a date. Enter one such as 2026-11-25.',
  ad_no_platform: 'The platform is missing. Enter one, such as Meta or Google.',
  ad_no_store: '“{{value}}” isn’t one of your stores. Enter the name as shown in the portal, or leave it empty.',
  ad_store_missing: 'The store is missing. Choose one of your stores.',
  ad_too_many: 'The file has more than {{most}} rows. Split it.',
  ad_two_currencies:
    'Another row has the same day, store, platform, and campaign in another currency. Use one currency.',
  days_turned: 'The period ends before it starts. Choose a later last day.',
  product_by_store: 'A single product is broken down by store only. Choose stores.',
  product_or_country: 'A product’s sales aren’t kept by country. Choose a product or a country.',
  too_long: 'A period can be up to two years. Choose a later first day.',
} as const;
