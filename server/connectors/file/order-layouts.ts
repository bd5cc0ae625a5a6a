import type { DateReading } from './date-readings.ts';
import type { AddressField, Field, Format } from './order-fields.ts';

/** How a system names the columns of its export; `|` stands between titles of which any may be there. */
export type Layout = {
  format: Format;
  titles: Partial<Record<Field, string>>;
  billing?: Partial<Record<AddressField, string>>;
  /** A table with columns for all of these is of this layout. */
  tells: readonly Field[];
  dates: DateReading | null;
};

/** Shopify's order export, as its help pages document it. */
const shopify: Layout = {
  format: 'shopify',
  titles: {
    order_id: 'Id',
    order_name: 'Name',
    placed_at: 'Created at',
    paid_at: 'Paid at',
    fulfilled_at: 'Fulfilled at',
    cancelled_at: 'Cancelled at',
    financial_status: 'Financial Status',
    fulfillment_status: 'Fulfillment Status',
    currency: 'Currency',
    total: 'Total',
    tax: 'Taxes',
    subtotal: 'Subtotal',
    shipping: 'Shipping',
    refunded: 'Refunded Amount',
    notes: 'Notes',
    tags: 'Tags',
    risk: 'Risk Level',
    line_title: 'Lineitem name',
    line_variant: 'Lineitem variant',
    line_sku: 'Lineitem sku',
    line_quantity: 'Lineitem quantity',
    line_price: 'Lineitem price',
    requires_shipping: 'Lineitem requires shipping',
    name: 'Shipping Name',
    company: 'Shipping Company',
    address1: 'Shipping Address1',
    address2: 'Shipping Address2',
    city: 'Shipping City',
    province: 'Shipping Province',
    zip: 'Shipping Zip',
    country: 'Shipping Country',
    phone: 'Shipping Phone',
    email: 'Email',
  },
  tells: ['order_name', 'placed_at', 'financial_status', 'currency', 'line_title', 'line_quantity'],
  dates: null,
};

/** Etsy's “Sold order items”. Its “Buyer” is a user name, never the recipient; it has neither phone nor e-mail. */
const etsy: Layout = {
  format: 'etsy',
  titles: {
    order_name: 'Order ID',
    placed_at: 'Sale Date',
    paid_at: 'Date Paid',
    fulfilled_at: 'Date Shipped',
    currency: 'Currency',
    line_id: 'Transaction ID',
    line_title: 'Item Name',
    line_variant: 'Variations',
    line_sku: 'SKU',
    line_quantity: 'Quantity',
    line_price: 'Price',
    name: 'Ship Name',
    address1: 'Ship Address1',
    address2: 'Ship Address2',
    city: 'Ship City',
    province: 'Ship State',
    zip: 'Ship Zipcode',
    country: 'Ship Country',
  },
  tells: ['order_name', 'placed_at', 'line_id', 'line_title', 'line_quantity', 'name', 'address1', 'zip'],
  dates: 'mdy',
};

/** Amazon's order and unshipped orders reports. Their prices are those of all units of a row. */
const amazon: Layout = {
  format: 'amazon',
  titles: {
    order_name: 'order-id',
    placed_at: 'purchase-date',
    paid_at: 'payments-date',
    currency: 'currency',
    line_id: 'order-item-id',
    line_title: 'product-name|item-name',
    line_sku: 'sku',
    line_quantity: 'quantity-purchased',
    line_sent: 'quantity-shipped',
    line_total: 'item-price',
    name: 'recipient-name',
    address1: 'ship-address-1',
    address2: 'ship-address-2',
    address3: 'ship-address-3',
    city: 'ship-city',
    province: 'ship-state',
    zip: 'ship-postal-code',
    country: 'ship-country',
    phone: 'ship-phone-number|buyer-phone-number',
    email: 'buyer-email',
  },
  tells: ['order_name', 'line_id', 'placed_at', 'line_quantity', 'name', 'address1', 'zip', 'country'],
  dates: 'mdy',
};

/** The order export of WooCommerce’s most used export extension, a row per item. */
const woocommerce: Layout = {
  format: 'woocommerce',
  titles: {
    order_name: 'Order Number',
    placed_at: 'Order Date',
    paid_at: 'Paid Date',
    fulfilled_at: 'Completed Date',
    order_status: 'Order Status',
    currency: 'Order Currency|Currency',
    total: 'Order Total Amount',
    tax: 'Order Total Tax Amount',
    notes: 'Customer Note',
    line_id: 'Item #',
    line_title: 'Item Name|Product Name|Name',
    line_variant: 'Product Variation',
    line_sku: 'SKU',
    line_quantity: 'Quantity|Quantity (- Refund)',
    line_left: 'Quantity (- Refund)',
    line_price: 'Item Cost',
    name: 'First Name (Shipping)|Full Name (Shipping)',
    last_name: 'Last Name (Shipping)',
    company: 'Company (Shipping)',
    address1: 'Address 1 (Shipping)|Address 1&2 (Shipping)',
    address2: 'Address 2 (Shipping)',
    city: 'City (Shipping)',
    province: 'State Code (Shipping)|State Name (Shipping)',
    zip: 'Postcode (Shipping)',
    country: 'Country Code (Shipping)|Country Name (Shipping)',
    phone: 'Phone (Shipping)|Phone (Billing)',
    email: 'Email (Billing)',
  },
  billing: {
    name: 'First Name (Billing)|Full Name (Billing)',
    last_name: 'Last Name (Billing)',
    company: 'Company (Billing)',
    address1: 'Address 1 (Billing)|Address 1&2 (Billing)',
    address2: 'Address 2 (Billing)',
    city: 'City (Billing)',
    province: 'State Code (Billing)|State Name (Billing)',
    zip: 'Postcode (Billing)',
    country: 'Country Code (Billing)|Country Name (Billing)',
    phone: 'Phone (Billing)',
  },
  tells: ['order_name', 'placed_at', 'order_status', 'line_title', 'line_quantity', 'address1', 'zip', 'country'],
  dates: null,
};

/** Sheets that people keep in German. */
const german: Layout = {
  format: 'german',
  titles: {
    order_name: 'Bestellnummer|Bestellnr.|Bestell-Nr.|Auftragsnummer',
    placed_at: 'Bestelldatum|Datum|Auftragsdatum',
    currency: 'Währung',
    line_title: 'Artikel|Artikelname|Artikelbezeichnung|Bezeichnung|Produkt|Produktname',
    line_variant: 'Variante|Ausführung',
    line_sku: 'Artikelnummer|Artikelnr.|Artikel-Nr.|Art.-Nr.|SKU',
    line_quantity: 'Menge|Anzahl|Stück|Stückzahl',
    line_price: 'Einzelpreis|Stückpreis|Preis',
    name: 'Empfänger|Vorname|Name',
    last_name: 'Nachname|Name',
    company: 'Firma',
    address1: 'Straße|Strasse|Straße und Hausnummer|Anschrift|Adresse',
    house_number: 'Hausnummer|Hausnr.|Hausnr',
    address2: 'Adresszusatz|Zusatz',
    city: 'Ort|Stadt|Wohnort',
    province: 'Bundesland',
    zip: 'PLZ|Postleitzahl',
    country: 'Land',
    phone: 'Telefon|Telefonnummer|Tel.',
    email: 'E-Mail|E-Mail-Adresse|Email',
    notes: 'Bemerkung|Notiz',
  },
  tells: ['order_name', 'placed_at', 'line_quantity', 'name', 'address1', 'zip', 'city'],
  dates: 'dmy',
};

/** Layouts that are read without a mapping. */
export const layouts: readonly Layout[] = [shopify, etsy, amazon, woocommerce, german];
