/** A table for a terminal: the first column is text, the others are figures. */
export type Table = {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** Sentences below it: what was measured, and how. */
  notes?: readonly string[];
};

/** Prints one table. */
export function printTable(table: Table): void {
  process.stdout.write(`${formatTable(table)}\n`);
}

/** The table as text. */
export function formatTable({ title, columns, rows, notes = [] }: Table): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? figure(cell) : cell)));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => (row[index] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return ['', title, line(columns), rule, ...cells.map(line), ...notes.map((note) => `  ${note}`)].join('\n');
}

/** Three significant digits; thousands with a comma. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(size >= 10 ? 1 : 2);
}

/** How many times the floor a figure is. */
export function ratio(value: number, floor: number): string {
  return Number.isFinite(value / floor) ? `${figure(value / floor)}×` : '–';
}
