import { alpha2ToNumeric, isValid } from 'i18n-iso-countries';
import { type Xml, xmlAt, xmlText } from './xml-reader.ts';

/** An amount in hundredths; NaN where it has more than two digits behind the point (BR-DEC). */
const cents = (text: string | undefined): number =>
  /^-?\d+(?:\.\d{1,2})?$/.test(text ?? '') ? Math.round(Number(text) * 100) : Number.NaN;

type Rule = [id: string, holds: boolean];

/**
 * Rules of EN 16931 that a document breaks, computed from the document alone (docs/E-INVOICE.md lists them). Empty for a
 * document that keeps them.
 */
export function brokenRules(root: Xml): string[] {
  const kind = root.name === 'CreditNote' ? 'CreditNote' : 'Invoice';
  const lines = xmlAt(root, `${kind}Line`);
  return [
    ...headRules(root, kind),
    ...totalRules(root, lines),
    ...vatRules(root, lines),
    ...lines.flatMap((line) => lineRules(line, kind)),
    ...partRules(root),
    ['UBL', isInSequence(root, kind)] as const,
  ]
    .filter(([, holds]) => !holds)
    .map(([id]) => id);
}

function headRules(root: Xml, kind: 'Invoice' | 'CreditNote'): Rule[] {
  const has = (path: string) => (xmlText(root, path) ?? '') !== '';
  const [seller, buyer] = ['AccountingSupplierParty/Party', 'AccountingCustomerParty/Party'];
  const currency = xmlText(root, 'DocumentCurrencyCode');
  const amounts = everyAmount(root);
  const day = xmlText(root, 'IssueDate') ?? '';
  return [
    ['BR-01', xmlText(root, 'CustomizationID') === 'urn:cen.eu:en16931:2017'],
    ['BR-02', has('ID')],
    ['BR-03', /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)],
    ['BR-04', xmlText(root, `${kind}TypeCode`) === (kind === 'Invoice' ? '380' : '381')],
    ['BR-05', /^[A-Z]{3}$/.test(currency ?? '')],
    ['BR-06', has(`${seller}/PartyLegalEntity/RegistrationName`)],
    ['BR-07', has(`${buyer}/PartyLegalEntity/RegistrationName`)],
    ['BR-08', xmlAt(root, `${seller}/PostalAddress`).length === 1],
    ['BR-09', /^[A-Z]{2}$/.test(xmlText(root, `${seller}/PostalAddress/Country/IdentificationCode`) ?? '')],
    ['BR-10', xmlAt(root, `${buyer}/PostalAddress`).length === 1],
    ['BR-11', /^[A-Z]{2}$/.test(xmlText(root, `${buyer}/PostalAddress/Country/IdentificationCode`) ?? '')],
    ['BR-16', xmlAt(root, `${kind}Line`).length > 0],
    ['preceding invoice', kind === 'Invoice' || has('BillingReference/InvoiceDocumentReference/ID')],
    ['BR-CO-26', has(`${seller}/PartyIdentification/ID`) || has(`${seller}/PartyLegalEntity/CompanyID`)],
    ['BR-O-02', xmlAt(root, `${seller}/PartyTaxScheme`).length + xmlAt(root, `${buyer}/PartyTaxScheme`).length === 0],
    ['BR-CL-14', everyElement(root, 'Country').every((one) => isCountry(xmlText(one, 'IdentificationCode')))],
    ['currency', amounts.length > 0 && amounts.every(({ attributes }) => attributes.currencyID === currency)],
    ['BR-DEC', amounts.every(({ text }) => !Number.isNaN(cents(text)))],
  ];
}

const everyAmount = (element: Xml): Xml[] => [
  ...(element.name.endsWith('Amount') ? [element] : []),
  ...element.children.flatMap(everyAmount),
];
const localName = ({ name }: Xml): string => name.replace(/^.*:/, '');
const everyElement = (element: Xml, name: string): Xml[] => [
  ...(localName(element) === name ? [element] : []),
  ...element.children.flatMap((child) => everyElement(child, name)),
];

const isCountry = (code = '') => isValid(code) && alpha2ToNumeric(code) !== undefined && code !== 'XK';

/**
 * What an element may hold here, in the sequence of UBL's schema. What is not named is not written by the project, so that the
 * rules on it hold for want of it: payee, tax representative, delivery, periods, means of payment, allowances and charges.
 */
const contents = (kind: 'Invoice' | 'CreditNote'): Readonly<Record<string, string>> => ({
  [kind]: `CustomizationID ID IssueDate ${kind}TypeCode Note DocumentCurrencyCode BillingReference AccountingSupplierParty
    AccountingCustomerParty PaymentTerms TaxTotal LegalMonetaryTotal ${kind}Line`,
  BillingReference: 'InvoiceDocumentReference',
  InvoiceDocumentReference: 'ID IssueDate',
  AccountingSupplierParty: 'Party',
  AccountingCustomerParty: 'Party',
  Party: 'PartyIdentification PartyName PostalAddress PartyLegalEntity',
  PartyIdentification: 'ID',
  PartyName: 'Name',
  PostalAddress: 'StreetName AdditionalStreetName AddressLine Country',
  AddressLine: 'Line',
  Country: 'IdentificationCode',
  PartyLegalEntity: 'RegistrationName CompanyID',
  PaymentTerms: 'Note',
  TaxTotal: 'TaxAmount TaxSubtotal',
  TaxSubtotal: 'TaxableAmount TaxAmount TaxCategory',
  TaxCategory: 'ID TaxExemptionReasonCode TaxExemptionReason TaxScheme',
  TaxScheme: 'ID',
  LegalMonetaryTotal: 'LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount PrepaidAmount PayableAmount',
  [`${kind}Line`]: `ID Note ${kind === 'Invoice' ? 'Invoiced' : 'Credited'}Quantity LineExtensionAmount Item Price`,
  Item: 'Name SellersItemIdentification ClassifiedTaxCategory',
  SellersItemIdentification: 'ID',
  ClassifiedTaxCategory: 'ID TaxScheme',
  Price: 'PriceAmount BaseQuantity',
});

/** Whether each element holds nothing but what it may, in sequence; only notes and lines may be there more than once. */
function isInSequence(root: Xml, kind: 'Invoice' | 'CreditNote'): boolean {
  const all = contents(kind);
  const holds = (element: Xml): boolean => {
    const names = (all[localName(element)] ?? '').split(/\s+/);
    const places = element.children.map((child) => names.indexOf(localName(child)));
    const follows = (place: number, at: number) => {
      const before = places[at - 1] ?? -1;
      return place > before || (place === before && ['Note', `${kind}Line`].includes(names[place] ?? ''));
    };
    return places.every((place, at) => place >= 0 && follows(place, at)) && element.children.every(holds);
  };
  return holds(root);
}

/** Rules on what may be there more than once, or in several places. */
function partRules(root: Xml): Rule[] {
  const parts = xmlAt(root, 'TaxTotal/TaxSubtotal');
  const categories = [...everyElement(root, 'TaxCategory'), ...everyElement(root, 'ClassifiedTaxCategory')];
  const has = (part: Xml, path: string) => (xmlText(part, path) ?? '') !== '';
  return [
    ['BR-45', parts.every((part) => !Number.isNaN(cents(xmlText(part, 'TaxableAmount'))))],
    ['BR-46', parts.every((part) => !Number.isNaN(cents(xmlText(part, 'TaxAmount'))))],
    ['BR-47', parts.every((part) => has(part, 'TaxCategory/ID'))],
    ['BR-CO-17', parts.every((part) => cents(xmlText(part, 'TaxAmount')) === taxOf(part))],
    ['BR-O-11', parts.length === 1],
    ['BR-O-12', categories.every((category) => xmlText(category, 'ID') === 'O')],
    ['VAT', categories.every((category) => xmlText(category, 'TaxScheme/ID') === 'VAT')],
    ['BR-55', xmlAt(root, 'BillingReference').every((one) => has(one, 'InvoiceDocumentReference/ID'))],
  ];
}

/** The VAT of a part of the breakdown by its rate; none where it names no rate. */
const taxOf = (part: Xml) =>
  Math.round((cents(xmlText(part, 'TaxableAmount')) * Number(xmlText(part, 'TaxCategory/Percent') ?? '0')) / 100);

function totalRules(root: Xml, lines: readonly Xml[]): Rule[] {
  const total = (name: string) => cents(xmlText(root, `LegalMonetaryTotal/${name}`));
  const sum = lines.reduce((all, line) => all + cents(xmlText(line, 'LineExtensionAmount')), 0);
  const vat = cents(xmlText(root, 'TaxTotal/TaxAmount'));
  const due = total('PayableAmount');
  const onDocument = (charge: boolean) =>
    xmlAt(root, 'AllowanceCharge')
      .filter((one) => xmlText(one, 'ChargeIndicator') === String(charge))
      .reduce((all, one) => all + cents(xmlText(one, 'Amount')), 0);
  const optional = (name: string) => (xmlAt(root, `LegalMonetaryTotal/${name}`).length > 0 ? total(name) : 0);
  const terms = (xmlText(root, 'PaymentTerms/Note') ?? '') !== '' || (xmlText(root, 'DueDate') ?? '') !== '';
  return [
    ['BR-12', !Number.isNaN(total('LineExtensionAmount'))],
    ['BR-13', !Number.isNaN(total('TaxExclusiveAmount'))],
    ['BR-14', !Number.isNaN(total('TaxInclusiveAmount'))],
    ['BR-15', !Number.isNaN(due)],
    ['BR-CO-10', total('LineExtensionAmount') === sum],
    ['BR-CO-11', optional('AllowanceTotalAmount') === onDocument(false)],
    ['BR-CO-12', optional('ChargeTotalAmount') === onDocument(true)],
    [
      'BR-CO-13',
      total('TaxExclusiveAmount') === sum - optional('AllowanceTotalAmount') + optional('ChargeTotalAmount'),
    ],
    ['BR-CO-15', total('TaxInclusiveAmount') === total('TaxExclusiveAmount') + vat],
    ['BR-CO-16', due === total('TaxInclusiveAmount') - optional('PrepaidAmount')],
    ['BR-CO-25', due <= 0 || terms],
  ];
}

function vatRules(root: Xml, lines: readonly Xml[]): Rule[] {
  const parts = xmlAt(root, 'TaxTotal/TaxSubtotal');
  const [part] = parts;
  const amount = (name: string) => cents(part && xmlText(part, name));
  const net = lines.reduce((all, line) => all + cents(xmlText(line, 'LineExtensionAmount')), 0);
  const vat = parts.reduce((all, one) => all + cents(xmlText(one, 'TaxAmount')), 0);
  const reason =
    part && (xmlText(part, 'TaxCategory/TaxExemptionReasonCode') ?? xmlText(part, 'TaxCategory/TaxExemptionReason'));
  return [
    ['BR-CO-18', parts.length > 0],
    ['BR-CO-14', cents(xmlText(root, 'TaxTotal/TaxAmount')) === vat],
    ['BR-O-01', parts.length === 1 && part !== undefined && xmlText(part, 'TaxCategory/ID') === 'O'],
    ['BR-O-08', amount('TaxableAmount') === net],
    ['BR-O-09', amount('TaxAmount') === 0],
    ['BR-O-10', (reason ?? '') !== ''],
    ['BR-48', part !== undefined && xmlAt(part, 'TaxCategory/Percent').length === 0],
  ];
}

function lineRules(line: Xml, kind: 'Invoice' | 'CreditNote'): Rule[] {
  const [quantity] = xmlAt(line, kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity');
  const price = cents(xmlText(line, 'Price/PriceAmount'));
  const base = Number(xmlText(line, 'Price/BaseQuantity') ?? '1');
  const net = cents(xmlText(line, 'LineExtensionAmount'));
  return [
    ['BR-21', (xmlText(line, 'ID') ?? '') !== ''],
    ['BR-22', /^-?[1-9]\d*$/.test(quantity?.text ?? '')],
    ['BR-23', quantity?.attributes.unitCode === 'C62'],
    ['BR-24', !Number.isNaN(net)],
    ['BR-25', (xmlText(line, 'Item/Name') ?? '') !== ''],
    ['BR-26', !Number.isNaN(price)],
    ['BR-27', price >= 0],
    ['BR-CO-04', xmlText(line, 'Item/ClassifiedTaxCategory/ID') === 'O'],
    ['BR-O-05', xmlAt(line, 'Item/ClassifiedTaxCategory/Percent').length === 0],
    ['line net', net === Math.round((price * Number(quantity?.text)) / base)],
  ];
}
