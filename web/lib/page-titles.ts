/** Names of pages in the menu that stored lists and texts of brandings may hold, with those of today. */
const formerTitles: ReadonlyMap<string, string> = new Map([
  ['canceldesk', 'staffCancellations'],
  ['catalogdesk', 'staffCatalog'],
  ['claimsdesk', 'staffClaims'],
  ['fulfilmentdesk', 'staffFulfillment'],
  ['partnerdesk', 'staffPartners'],
  ['pricedesk', 'staffPrices'],
  ['quotedesk', 'staffQuotes'],
  ['rechargedesk', 'staffRecharges'],
  ['shippingdesk', 'staffShipping'],
  ['stockdesk', 'staffStock'],
  ['talkdesk', 'staffMessages'],
  ['watchdesk', 'staffExceptions'],
]);

/** The name that a page has now, in whatever case a former one is written. */
export const presentTitle = (title: string): string => formerTitles.get(title.toLowerCase()) ?? title;
