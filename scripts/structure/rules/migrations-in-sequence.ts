import type { Problem, Rule } from '../rule.ts';

const place = /^server\/db\/migrations\/([^/]+)$/;

export const migrationsInSequence: Rule = {
  name: 'migrations-in-sequence',
  asks: 'Migrations are numbered 0001_word.sql, 0002_word.sql … without gap or double.',
  check(tree) {
    const names = [...tree.paths].map((path) => place.exec(path)?.[1]).filter((name) => name !== undefined);
    return names.toSorted().flatMap((name, index): Problem[] => {
      const path = `server/db/migrations/${name}`;
      const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
      const wanted = String(index + 1).padStart(4, '0');
      if (number === undefined) return [{ path, message: 'is not named 0001_word.sql' }];
      return number === wanted ? [] : [{ path, message: `should carry number ${wanted}` }];
    });
  },
};
