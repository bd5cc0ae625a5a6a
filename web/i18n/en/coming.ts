/** Pages of features that are not built yet: what they will do, and what works today. */
export const coming = {
  soon: 'In preparation',
  will: 'What this page will do',
  today: 'What works today',
  brands: {
    lead: 'Put your name on the parcel: cards, stickers, bags and boxes with your artwork.',
    points: [
      'Artwork is checked as you upload it, and proved with a picture before it is printed.',
      'Rules say which parcel gets what: by store, product, country or first order of a buyer.',
      'What an insert costs shows in the order before you pay.',
    ],
    today: 'Describe packaging in the note of a price request; your agent prices it with the product.',
    action: 'Ask for a price',
  },
  statistics: {
    lead: 'What you sold, what it cost and how fast it arrived.',
    points: [
      'Orders and spend per day, store, product and country, beside the period before.',
      'Delivery times as they really were: half of the parcels by then, nine of ten by then.',
      'Every chart as a table, and every table as a file.',
    ],
    today: 'Amounts of every order are on its invoice, and every movement of money is in the wallet’s statement.',
    action: 'Open the statement',
  },
  affiliate: {
    lead: 'Bring another merchant and share in what we earn.',
    points: [
      'A link and codes of your own, with clicks and sign-ups counted.',
      'Commission per paid order of those who came by you, released when the claim window ends.',
      'Payout into the wallet.',
    ],
    today: 'Commissions are not counted yet; whom you bring in the meantime, tell your agent.',
    action: 'Go to the dashboard',
  },
} as const;
