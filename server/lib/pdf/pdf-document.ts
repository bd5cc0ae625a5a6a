/**
 * A document on paper, as plain data: features describe what it says and `makePdf` (make-pdf.ts) writes it in another
 * process. The same data gives the same bytes on the same version of the portal: nothing is taken from the clock.
 *
 * ```ts
 * const { bytes } = await makePdf([{
 *   kind: 'Statement', number: 'October 2026', language: 'en', created: '2026-11-01T00:00:00.000Z',
 *   facts: [['Opening balance', '12.40 USD']], footer: 'Tradewind', pages: 'Page {{page}} of {{pages}}',
 *   parts: [
 *     { part: 'parties', parties: [{ label: 'Account', lines: ['North Lane Goods', 'CL-1004'] }] },
 *     { part: 'table', columns: [{ title: 'Date', width: 90 }, { title: 'Type', width: 'rest' }, { title: 'Amount', width: 80, end: true }],
 *       rows: [{ cells: ['2026-10-02', { text: 'Recharge', below: ['RC-1001'] }, '100.00'] }] },
 *     { part: 'sums', rows: [{ label: 'Closing balance', value: '112.40 USD', strong: true }] },
 *     { part: 'note', text: 'Amounts are in USD.' },
 *   ],
 * }], { owner: accountId });
 * ```
 */
export type PdfDocument = {
  /** What it is, such as “Invoice”; stands small above the number. */
  kind: string;
  /** Its number, which also stands at the head of each further page. */
  number: string;
  /** The document's own time in ISO: kept in the file as its date. */
  created: string;
  language: 'en' | 'zh';
  /** A band below the head that says what became of the document; it also stands at the head of each further page. */
  mark?: string;
  /** Names with values at the right of the head. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Stands at the left of each page's foot. */
  footer: string;
  /** Stands at the right of it; `{{page}}` and `{{pages}}` become numbers. */
  pages: string;
  parts: readonly PdfPart[];
};

export type PdfPart =
  | { part: 'parties'; parties: readonly { label: string; lines: readonly string[] }[] }
  | { part: 'table'; title?: string; columns: readonly PdfColumn[]; rows: readonly PdfRow[] }
  /** `code`: an address that stands at the left of the sums as a QR code. */
  | { part: 'sums'; rows: readonly { label: string; value: string; strong?: boolean }[]; code?: string }
  | { part: 'note'; title?: string; text: string };

/** `rest` columns share what the others leave; `end` puts figures at the right. */
export type PdfColumn = { title: string; width: number | 'rest'; end?: boolean };
/** `group` is the head of the rows below it, `strong` a sum within the table. */
export type PdfRow = { kind?: 'group' | 'strong'; cells: readonly PdfCell[] };
/** `below` are smaller lines under the text. */
export type PdfCell = string | { text: string; below?: readonly string[] };

export const papers = ['A4', 'Letter'] as const;
export type Paper = (typeof papers)[number];

/** A written file, and how many characters in it are shown as □ because neither face has them. */
export type WrittenPdf = { bytes: Buffer; unknown: number };
