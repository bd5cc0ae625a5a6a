/** Pages of features that are not built yet: what they will do, and what works today. */
export const coming = {
  soon: 'Coming soon',
  planned: 'Planned features',
  available: 'Available today',
  brands: {
    lead: 'Add your brand to parcels with custom cards, stickers, bags, and boxes.',
    points: [
      'Upload artwork and approve a photo of the proof before it’s printed.',
      'Choose what goes into each parcel by store, product, country, or a buyer’s first order.',
      'See what each insert costs before you pay for the order.',
    ],
    available: 'Describe the packaging you want in a quote request, and your agent includes it in the price.',
    action: 'Request a quote',
  },
  affiliate: {
    lead: 'Refer merchants and earn commissions.',
    points: [
      'Your own referral link and codes, with their clicks and sign-ups.',
      'A commission for each order that a merchant you referred pays, available when the claim window ends.',
      'Payouts to your wallet.',
    ],
    available: 'Referrals aren’t tracked yet. Until then, let your agent know which merchants you refer.',
    action: 'Go to Dashboard',
  },
} as const;
