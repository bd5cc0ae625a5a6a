export const resources = {
  title: 'Resources',
  channels: 'Shipping channels',
  channelsText: 'How parcels leave us. Which of them reach a country, and at what price, is in each quote.',
  columns: { name: 'Channel', carrier: 'Carrier', code: 'Code' },
  noChannels: 'No channel is offered at the moment.',
  files: 'Files and formats',
  orderFile: 'Orders from a file',
  orderFileText:
    'CSV or XLSX, one row per order line. Shopify’s own export is understood as it is; for any other table you say which column is what.',
  toOrders: 'Import orders',
  template: 'Download an example (CSV)',
  api: 'API document',
  apiText: 'Every call of this portal with its fields, for your own programs.',
  toApi: 'Open the API document',
  coming: 'Guides, the holiday calendar and policies will be collected here.',
} as const;
