/** Texts of messages about orders: in the order's drawer, and the desk's queue. */
export const conversations = {
  title: 'Messages',
  none: 'Nothing was written about this order yet.',
  write: 'Message to your agent',
  writeClient: 'Message to the client',
  send: 'Send',
  erased: 'Erased with the buyer’s data',
  side: { client: 'Client', desk: 'Agent' },
  unread_one: '{{count}} new',
  unread_other: '{{count}} new',
  desk: {
    title: 'Messages',
    state: 'What clients wrote about their orders; whoever waits longest stands first.',
    tabs: { waiting: 'Waiting', all: 'All' },
    search: 'Order or tracking number',
    empty: 'No client waits for an answer.',
    emptyAll: 'No client has written yet.',
    settle: 'No answer needed',
    columns: { order: 'Order', client: 'Client', last: 'Last message', waiting: 'Waiting since', state: 'State' },
  },
};
