/** The days of this month that are over; on its first day, the month before. `today` and the answer are YYYY-MM-DD. */
export function daysOver(today: string): { from: string; to: string } {
  const last = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return { from: `${last.slice(0, 8)}01`, to: last };
}
