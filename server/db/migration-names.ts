/** Names of the migrations that were numbered, before they were named by time. */
export const numbered = /^(\d{4})_[a-z0-9_]+\.sql$/;
const timed = /^(\d{4})(\d{2})(\d{2})t(\d{2})(\d{2})_[a-z0-9_]+\.sql$/;

/** The time (UTC) that a migration is named by, as 20261123t1015_name.sql has it; undefined when it is not named so. */
export function migrationTime(name: string): Date | undefined {
  const [, ...parts] = timed.exec(name) ?? [];
  const [year = '', month = '', day = '', hour = '', minute = ''] = parts;
  const text = `${year}-${month}-${day}T${hour}:${minute}:00.000Z`;
  const time = new Date(text);
  return parts.length > 0 && !Number.isNaN(time.getTime()) && time.toISOString() === text ? time : undefined;
}
