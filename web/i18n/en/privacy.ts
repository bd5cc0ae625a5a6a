/** Texts of what buyers asked of their data. */
export const privacy = {
  title: 'Buyers’ data',
  none: 'No buyer has asked for their data or for its erasure. Shopify passes such requests on by itself.',
  topic: {
    'customers/data_request': 'A buyer asks for their data',
    'customers/redact': 'A buyer’s data is to be erased',
    'shop/redact': 'All buyers’ data of the shop is to be erased',
  },
  orders_one: '{{count}} order',
  orders_other: '{{count}} orders',
  waiting: 'Hand it over by {{due}}',
  late: 'Time is over',
  handed: 'Fetched by {{by}} {{time}}',
  erased_one: '{{count}} buyer’s data erased',
  erased_other: 'Data of {{count}} orders erased',
  nothing: 'Nothing left to erase',
  kept: 'Kept: the app is installed again',
  fetch: 'Download the data',
  fetchHelp: 'The file holds all that is kept of this buyer. Hand it to the buyer, and keep it no longer than needed.',
} as const;
