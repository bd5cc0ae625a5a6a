import { describe, expect, it } from 'vitest';
import { matchTitles } from './order-titles.ts';
import { readOrderFile } from './order-file.ts';

const read = (name: string, rows: readonly (readonly string[])[], mark = ',') =>
  readOrderFile({ name, bytes: Buffer.from(rows.map((row) => row.join(mark)).join('\r\n')) }, null, {
    platform: 'file',
    currency: 'USD',
  });

describe('a layout that is known', () => {
  const etsy = [
    'Sale Date|Item Name|Buyer|Quantity|Price|Coupon Code|Coupon Details|Discount Amount|Shipping Discount|Order Shipping|Order Sales Tax|Item Total|Currency|Transaction ID|Listing ID|Date Paid|Date Shipped|Ship Name|Ship Address1|Ship Address2|Ship City|Ship State|Ship Zipcode|Ship Country|Order ID|Variations|Order Type|Listings Type|Payment Type|InPerson Discount|InPerson Location|VAT Paid by Buyer|SKU',
    '08/04/26|Fox card|quietfox42|2|5.00||||0|4.50|0.62|10.00|USD|4001|9001|08/04/26||Jane Doe|1 Main St|Apt 2|Austin|TX|78701|United States|3100000001|Style: Matte|online|listing|online_cc||||FOX-01',
    '08/04/26|Fox sticker|quietfox42|1|3.00||||0|0|0|3.00|USD|4002|9002|08/04/26||Jane Doe|1 Main St|Apt 2|Austin|TX|78701|United States|3100000001||online|listing|online_cc||||FOX-ST',
    '08/13/26|Fox card|bear|1|5.00||||0|0|0|5.00|USD|4003|9001|08/13/26|08/14/26|Bob Roe|2 Oak Ave||Leeds||LS1 4AP|United Kingdom|3100000002||online|listing|online_cc||||FOX-01',
  ].map((row) => row.split('|'));

  it('Etsy’s sold order items: the buyer’s user name is never the recipient', async () => {
    const file = await read('EtsySoldOrderItems2026-8.csv', etsy);
    expect(file).toMatchObject({ format: 'etsy', problems: [] });
    expect(file.orders).toMatchObject([
      {
        external_id: '3100000001',
        placed_at: new Date('2026-08-04T00:00:00Z'),
        fulfillment_status: 'unfulfilled',
        currency: 'USD',
        address: {
          name: 'Jane Doe',
          address1: '1 Main St',
          address2: 'Apt 2',
          city: 'Austin',
          zip: '78701',
          country: 'US',
        },
        lines: [
          { title: 'Fox card', variant_title: 'Style: Matte', sku: 'FOX-01', quantity: 2, unit_price: 500 },
          { title: 'Fox sticker', quantity: 1 },
        ],
      },
      { external_id: '3100000002', fulfillment_status: 'fulfilled', address: { name: 'Bob Roe', country: 'GB' } },
    ]);
    expect(JSON.stringify(file.orders)).not.toContain('quietfox42');
    expect(matchTitles(etsy[0] ?? []).name).toBe('Ship Name');
    expect(matchTitles(['Buyer', 'Order'])).toEqual({ order_name: 'Order' });
  });

  it('Amazon’s unshipped orders report, separated by tabs', async () => {
    const head =
      'order-id|order-item-id|purchase-date|payments-date|reporting-date|promise-date|days-past-promise|buyer-email|buyer-name|buyer-phone-number|sku|product-name|quantity-purchased|quantity-shipped|quantity-to-ship|ship-service-level|recipient-name|ship-address-1|ship-address-2|ship-address-3|ship-city|ship-state|ship-postal-code|ship-country';
    const row = (id: string, item: string, sku: string, bought: string, shipped: string) =>
      `${id}|${item}|2026-08-04T08:34:47+00:00|2026-08-04T08:34:47+00:00|2026-08-05T04:21:19+00:00|2026-08-21T18:29:59+00:00|-2|x@marketplace.amazon.de|Paying Person|0155 5550|${sku}|Noise "gate" pedal|${bought}|${shipped}|1|Standard|'s Gravenhof|Lange Str. 6|Hof|2. Stock|Köln|NRW|01067|DE`;
    const rows = [
      head,
      row('408-4870009-9733125', '52336476957402', 'ARB-1', '2', '0').replace('"gate" ', ''),
      row('408-4870009-9733125', '52336476957403', 'ARB-2', '1', '0').replace('"gate" ', ''),
      row('404-8712750-6212352', '52427051134402', 'ARB-1', '3', '2').replace('"gate" ', ''),
    ].map((line) => line.split('|'));
    const file = await read('unshipped.txt', rows, '\t');
    expect(file).toMatchObject({ format: 'amazon', problems: [] });
    expect(file.orders).toMatchObject([
      {
        external_id: '408-4870009-9733125',
        placed_at: new Date('2026-08-04T08:34:47Z'),
        fulfillment_status: 'unfulfilled',
        address: {
          name: "'s Gravenhof",
          address1: 'Lange Str. 6',
          address2: 'Hof 2. Stock',
          zip: '01067',
          country: 'DE',
        },
        lines: [
          { sku: 'ARB-1', quantity: 2 },
          { sku: 'ARB-2', quantity: 1 },
        ],
      },
      // two of three units have left from elsewhere, and the portal asks before it sends three
      { fulfillment_status: 'partial', lines: [{ quantity: 3 }] },
    ]);
    expect(matchTitles(rows[0] ?? [])).toMatchObject({
      order_id: 'order-id',
      placed_at: 'purchase-date',
      name: 'recipient-name',
      address1: 'ship-address-1',
      zip: 'ship-postal-code',
      country: 'ship-country',
    });
  });

  it('Amazon’s order report, whose prices are those of all units', async () => {
    const head =
      'order-id|order-item-id|purchase-date|sku|product-name|quantity-purchased|currency|item-price|recipient-name|ship-address-1|ship-city|ship-postal-code|ship-country';
    const rows = [head, '1-2-3|77|2026-08-04T08:34:47+00:00|A|Lamp|3|GBP|29.97|Ann|1 High St|Leeds|LS1|GB'];
    const file = await read(
      'orders.txt',
      rows.map((row) => row.split('|')),
      '\t',
    );
    expect(file.orders).toMatchObject([{ currency: 'GBP', total: 2997, lines: [{ quantity: 3, unit_price: 999 }] }]);
  });

  it('WooCommerce’s export, which goes to the billing address where there is no other', async () => {
    const head =
      'Order Number|Order Status|Order Date|Customer Note|First Name (Billing)|Last Name (Billing)|Company (Billing)|Address 1&2 (Billing)|City (Billing)|State Code (Billing)|Postcode (Billing)|Country Code (Billing)|Email (Billing)|Phone (Billing)|First Name (Shipping)|Last Name (Shipping)|Address 1&2 (Shipping)|City (Shipping)|State Code (Shipping)|Postcode (Shipping)|Country Code (Shipping)|Item #|SKU|Item Name|Quantity (- Refund)|Item Cost|Order Total Amount';
    const billing = '|Pat|Payer||9 Bill Rd|Rome||00100|IT|pat@example.com|+39 06 1';
    const shipping = 'Rae|Receiver|5 Ship St|Milan|MI|20100|IT';
    const rows = [
      head,
      `501|Processing|2026-08-04 10:22|${billing}|${shipping}|1|LAMP|Moon lamp|2|19.90|49.70`,
      `501|Processing|2026-08-04 10:22|${billing}|${shipping}|2|CUP|Cup|1|9.90|49.70`,
      `502|Completed|2026-08-04 11:00|${billing}||||||||1|CUP|Cup|1|9.90|9.90`,
      `503|Cancelled|2026-08-04 11:30|${billing}|${shipping}|1|CUP|Cup|1|9.90|9.90`,
      `504|wc-on-hold|2026-08-04 11:45|${billing}|${shipping}|1|CUP|Cup|0|9.90|9.90`,
      `505|Shipped by us|2026-08-04 11:45|${billing}|${shipping}|1|CUP|Cup|1|9.90|9.90`,
    ].map((row) => row.split('|'));
    const file = await read('orders.csv', rows);
    expect(file.problems).toMatchObject([{ row: 7, column: 'Order Status', code: 'unknown_order_status' }]);
    expect(file.orders.slice(1)).toMatchObject([
      { financial_status: 'paid', fulfillment_status: 'fulfilled', address: { name: 'Pat Payer', city: 'Rome' } },
      { financial_status: 'voided', cancelled_at: new Date('2026-08-04T11:30:00Z') },
      { financial_status: 'pending', lines: [{ quantity: 0, current_quantity: 0 }] }, // refunded as a whole
    ]);
    expect(file.format).toBe('woocommerce');
    expect(file.orders[0]).toMatchObject({
      external_id: '501',
      financial_status: 'paid',
      fulfillment_status: 'unfulfilled',
      total: 4970,
      email: 'pat@example.com',
      address: {
        name: 'Rae Receiver',
        address1: '5 Ship St',
        city: 'Milan',
        province: 'MI',
        zip: '20100',
        country: 'IT',
      },
      lines: [
        { sku: 'LAMP', quantity: 2, unit_price: 1990 },
        { sku: 'CUP', quantity: 1 },
      ],
    });
  });

  it('a German sheet, with its amounts, dates, countries and house numbers', async () => {
    const rows = [
      'Bestellnummer;Bestelldatum;Artikel;Artikelnummer;Menge;Einzelpreis;Vorname;Nachname;Straße;Hausnummer;PLZ;Ort;Land',
      'B-1;03/10/2026;Lampe;L-1;2;4,90 €;Jörg;Müller;Lange Straße;7a;01067;Dresden;Deutschland',
      'B-2;03.10.2026;Vase;V-1;1;1.234,56 €;Eva;Maier;Ring;1;1010;Wien;Österreich',
    ].map((row) => row.split(';'));
    const file = await read('bestellungen.csv', rows, ';');
    expect(file).toMatchObject({ format: 'german', problems: [] });
    expect(file.orders).toMatchObject([
      {
        name: 'B-1',
        placed_at: new Date('2026-10-03T00:00:00Z'),
        currency: 'EUR',
        total: 980,
        address: { name: 'Jörg Müller', address1: 'Lange Straße 7a', zip: '01067', country: 'DE' },
      },
      { currency: 'EUR', lines: [{ unit_price: 123_456 }], address: { country: 'AT' } },
    ]);
  });
});

describe('apostrophes', () => {
  it('are part of a name, and only before postcodes and phone numbers Shopify’s addition', async () => {
    const head =
      'Name|Financial Status|Currency|Created at|Lineitem quantity|Lineitem name|Shipping Name|Shipping Address1|Shipping City|Shipping Zip|Shipping Phone';
    const row = "#1|paid|EUR|2026-11-18|1|'Sup mug|'Abd al-Rahman|'t Zand 5|'s-Hertogenbosch|'05211|'+31 73";
    const file = await read(
      'orders.csv',
      [head, row].map((line) => line.split('|')),
    );
    expect(file.orders).toMatchObject([
      {
        lines: [{ title: "'Sup mug" }],
        address: {
          name: "'Abd al-Rahman",
          address1: "'t Zand 5",
          city: "'s-Hertogenbosch",
          zip: '05211',
          phone: '+31 73',
        },
      },
    ]);
  });
});
