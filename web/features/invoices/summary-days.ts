/** First and last day of the month that a day (YYYY-MM-DD) is in, or of so many months before. */
export function monthDays(today: string, back: number): { from: string; to: string } {
  const [year = 0, month = 0] = today.split('-').map(Number);
  // counted in UTC: a day has no time zone here
  const day = (monthsOn: number, of: number) =>
    new Date(Date.UTC(year, month - 1 - back + monthsOn, of)).toISOString().slice(0, 10);
  return { from: day(0, 1), to: day(1, 0) };
}
