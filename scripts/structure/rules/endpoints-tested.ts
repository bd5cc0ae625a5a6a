import { contractFeatures, type DeclaredEndpoint } from '../contract-features.ts';
import type { Rule } from '../rule.ts';
import { codeFiles, isTest } from '../tree.ts';

/** Seen as `quotes.accept` (through a typed client) or as method and path side by side. */
export const endpointsTested: Rule = {
  name: 'endpoints-tested',
  asks: 'Every endpoint is called by some test.',
  check(tree) {
    const tests = codeFiles(tree)
      .filter(({ path }) => isTest(path) && !path.startsWith('scripts/'))
      .map(({ text }) => text)
      .join('\n');
    return contractFeatures(tree).flatMap((feature) =>
      feature.endpoints
        .filter((endpoint) => !isCalled(feature.name, endpoint, tests))
        .map(({ name, method, path, line }) => ({
          path: feature.file,
          line,
          message: `no test calls ${feature.name}.${name} (${method} ${path})`,
        })),
    );
  },
};

function isCalled(feature: string, endpoint: DeclaredEndpoint, tests: string): boolean {
  if (new RegExp(`\\b${feature}\\.${endpoint.name}\\b`).test(tests)) return true;
  const path = `${pathPattern(endpoint.path)}(?=['"\`?])`;
  const method = `\\b(?:${endpoint.method.toLowerCase()}|${endpoint.method})\\b`;
  // GET is what a call without a method means
  const pattern = endpoint.method === 'GET' ? path : `${method}[^;]{0,80}${path}|${path}[^;]{0,80}${method}`;
  return new RegExp(pattern).test(tests);
}

/** `/api/quotes/{id}` also matches `/api/quotes/${quote.id}` and `/api/quotes/0190…`. */
function pathPattern(path: string): string {
  return path
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('(?:\\$\\{[^}]*\\}|[^/\'"`?\\s]+)');
}
