export const clients = {
  title: 'Clients',
  search: 'Name or number',
  columns: {
    client: 'Client',
    agent: 'Agent',
    stores: 'Stores',
    orders: 'Orders, 30 days',
    balance: 'Balance',
    since: 'Client since',
  },
  empty: 'No client matches.',
  emptyFirst: 'No merchant has signed up yet.',
  clear: 'Clear search',
  act: 'Act for client',
  look: 'Look at pages',
  actTitle: 'Act for {{name}}',
  actText:
    'For 30 minutes you work in the client’s place. The client sees your name, the reason and every act. Paying and changing passwords stay closed.',
  reason: 'Reason',
  reasonHelp: 'At least 10 characters; the client reads it.',
  reasonShort: 'Give a reason of at least 10 characters.',
  start: 'Start',
} as const;
