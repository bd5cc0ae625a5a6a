import { workbookOf } from './xlsx.ts';

/** 1.3 kB: one cell as far from the first as a sheet goes. */
export const farCell = (): Buffer =>
  workbookOf('<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>');

/** 9 MB of commas: one row of nine million empty cells. */
export const commas = (): Buffer => Buffer.alloc(9_000_000, ',');
