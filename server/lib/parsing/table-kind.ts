/** Whether a table's file is a ZIP archive, also an empty one: then it is a workbook, else text. */
export const isWorkbook = (bytes: Buffer): boolean =>
  ['PK\x03\x04', 'PK\x05\x06'].includes(bytes.subarray(0, 4).toString('latin1'));
