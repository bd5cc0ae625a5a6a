import type { Crop, Redrawing } from './picture-work.ts';
import type { TableRow } from './table-limits.ts';
import type { Paper, PdfDocument } from '../pdf/pdf-document.ts';

const pictureWork = () => import('./picture-work.ts');

/**
 * What a parsing process does with bytes that others sent, by name. The first word is the lane with its processes and
 * limits. Each loads its libraries when it is first asked. Throws `ParsingRefusal`.
 */
export const operations = {
  /** Rows of a CSV or XLSX file, in batches. */
  async *'files.rows'(bytes: Buffer): AsyncGenerator<TableRow[]> {
    const { readTable } = await import('./table.ts');
    yield* readTable(bytes);
  },
  /** Rates of exchange in the XML of the European Central Bank. */
  'files.rates': async (bytes: Buffer) => {
    const { readRates } = await import('./rates-work.ts');
    return readRates(bytes.toString());
  },
  'pictures.redraw': async (bytes: Buffer, how: Redrawing) => (await pictureWork()).redraw(bytes, how),
  'pictures.cut': async (bytes: Buffer, how: { crop: Crop }) => (await pictureWork()).cut(bytes, how),
  'pictures.look': async (bytes: Buffer, how: { crop: Crop; side: number }) => (await pictureWork()).look(bytes, how),
  'pictures.describe': async (bytes: Buffer) => (await pictureWork()).describe(bytes),
  /** Named members of a JSON object, its numbers as they are written; null when it is none. */
  'json.pick': async (bytes: Buffer, names: readonly string[]) => {
    const { pickMembers } = await import('./json-work.ts');
    return pickMembers(bytes.toString(), names);
  },
  /** Whether a body may be read at once by whoever asks. */
  'json.check': async (bytes: Buffer) => {
    const { checkJson } = await import('./json-work.ts');
    return checkJson(bytes.toString());
  },
  /** Documents, described in JSON, as one PDF: names and titles in them come from others. */
  'pdfs.write': async (bytes: Buffer, { paper }: { paper: Paper }) => {
    const { writePdf } = await import('../pdf/write-pdf.ts');
    return writePdf(JSON.parse(bytes.toString()) as PdfDocument[], paper); // written by make-pdf.ts
  },
};

type Operations = typeof operations;
type Results = { [Name in keyof Operations]: ReturnType<Operations[Name]> };

/** Operations that answer once. */
export type SingleResults = {
  [Name in keyof Operations as Results[Name] extends Promise<unknown> ? Name : never]: Awaited<Results[Name]>;
};
/** Operations that answer in batches. */
export type Batches = {
  [Name in keyof Operations as Results[Name] extends AsyncGenerator
    ? Name
    : never]: Results[Name] extends AsyncGenerator<infer Batch> ? Batch : never;
};
export type OptionsOf<Name extends keyof Operations> = Parameters<Operations[Name]>[1];
