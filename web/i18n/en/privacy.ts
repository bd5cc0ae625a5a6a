/** Texts of customers’ requests about their data. */
export const privacy = {
  title: 'Customer data',
  none: 'No customer data requests. Shopify forwards them automatically.',
  topic: {
    'customers/data_request': 'Customer data request',
    'customers/redact': 'Customer data deletion',
    'shop/redact': 'Deletion of all customer data of the store',
  },
  orders_one: '{{count}} order',
  orders_other: '{{count}} orders',
  waiting: 'Due {{due}}',
  late: 'Overdue',
  handed: 'Downloaded by {{by}} {{ago}}',
  erased_one: 'Data of {{count}} order deleted',
  erased_other: 'Data of {{count}} orders deleted',
  nothing: 'No data to delete',
  kept: 'Kept because the app was reinstalled',
  fetch: 'Download data',
  fetchHelp:
    'The file contains all data we keep about this customer. Send it to the customer and delete it when it’s no longer needed.',
} as const;
