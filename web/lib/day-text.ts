/** The day that a text says (YYYY-MM-DD, empty for none), or undefined while it says no day that exists. */
export function dayOfText(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(trimmed)) return undefined;
  const time = Date.parse(`${trimmed}T00:00:00Z`);
  // 30 February becomes a day of March in some engines
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(trimmed) ? trimmed : undefined;
}
