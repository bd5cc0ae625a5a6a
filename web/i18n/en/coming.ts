/** Pages of features that are not built yet: what they will do, and what works today. */
export const coming = {
  soon: 'Coming soon',
  planned: 'Planned features',
  available: 'Available today',
  brands: {
    lead: 'Add your brand to every parcel with custom cards, stickers, bags and boxes.',
    points: [
      'Artwork is checked as you upload it, and proved with a picture before it is printed.',
      'Rules say which parcel gets what: by store, product, country or first order of a buyer.',
      'What an insert costs shows in the order before you pay.',
    ],
    available: 'Describe your packaging in the note of a quote request, and your agent prices it with the product.',
    action: 'Request a quote',
  },
  affiliate: {
    lead: 'Refer other merchants and earn a commission.',
    points: [
      'A link and codes of your own, with clicks and sign-ups counted.',
      'Commission per paid order of those who came by you, released when the claim window ends.',
      'Payout into the wallet.',
    ],
    available: 'Commissions aren’t tracked yet. Tell your agent about merchants you refer in the meantime.',
    action: 'Go to Dashboard',
  },
} as const;
