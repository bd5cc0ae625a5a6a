/** What a table holds under a name that others chose: nothing for names that every object inherits, such as `constructor`. */
export const ownEntry = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
