import { rulesFile, specRules, testCases } from '../coverage.ts';
import type { Problem, Rule } from '../rule.ts';

const idInTitle = /^(?:[SD]\d{1,2}-\d\d|[TRSMNPGAH]\d\d)\b/;

export const specCovered: Rule = {
  name: 'spec-covered',
  asks: `Each rule of ${rulesFile} has a test that bears its id as a tag, and each tag of a test is a rule's id.`,
  check(tree) {
    const rules = specRules(tree);
    const cases = testCases(tree);
    const ids = new Set(rules.map(({ id }) => id));
    const tested = new Set(cases.flatMap(({ tags }) => tags));
    const untested = rules
      .filter(({ id }) => !tested.has(id))
      .map(({ id, text, line }) => ({ path: rulesFile, line, message: `no test bears ${id} (${text})` }));
    const unknown = cases.flatMap(({ path, line, tags }): Problem[] =>
      tags.filter((tag) => !ids.has(tag)).map((tag) => ({ path, line, message: `bears ${tag}, which is no rule` })),
    );
    const inTitles = cases
      .filter(({ title }) => idInTitle.test(title))
      .map(({ path, line }) => ({ path, line, message: `has an id in its title: write { tags: ['S2-14'] }` }));
    const twice = rules
      .filter(({ id }, index) => rules.findIndex((rule) => rule.id === id) !== index)
      .map(({ id, line }) => ({ path: rulesFile, line, message: `${id} is a rule already` }));
    return [...untested, ...unknown, ...inTitles, ...twice];
  },
};
