import { migrationTime, numbered } from '#server/db/migration-names.ts';
import type { Problem, Rule } from '../rule.ts';

const place = /^server\/db\/migrations\/([^/]+)$/;
/** Migrations were numbered up to here. */
const lastNumber = 69;

export const migrationsNamed: Rule = {
  name: 'migrations-named',
  asks: `Migrations are named by time (UTC), 20261123t1015_word.sql; 0001 to 00${lastNumber} keep their numbers.`,
  check(tree) {
    const names = [...tree.paths].map((path) => place.exec(path)?.[1]).filter((name) => name !== undefined);
    return names.toSorted().flatMap((name, index): Problem[] => {
      const path = `server/db/migrations/${name}`;
      if (migrationTime(name)) return [];
      const number = Number(numbered.exec(name)?.[1]);
      if (number <= lastNumber && number === index + 1) return [];
      return [{ path, message: 'is not named 20261123t1015_word.sql' }];
    });
  },
};
