/** Texts of messages about orders: in the order's drawer, and staff's queue. */
export const conversations = {
  title: 'Messages',
  none: 'No messages about this order yet',
  write: 'Message to your agent',
  writeClient: 'Message to the client',
  send: 'Send message',
  erased: 'Erased together with the buyer’s data',
  side: { client: 'Client', staff: 'Agent' },
  unread_one: '{{count}} new',
  unread_other: '{{count}} new',
  staff: {
    title: 'Messages',
    state: 'Messages from clients about their orders, longest waiting first',
    tabs: { waiting: 'Waiting', all: 'All' },
    search: 'Order or tracking number',
    empty: 'No messages to answer',
    emptyAll: 'No messages yet',
    markAnswered: 'No reply needed',
    columns: { order: 'Order', client: 'Client', last: 'Last message', waiting: 'Waiting since', state: 'Status' },
  },
};
