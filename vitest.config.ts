import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { readRules, rulesFile } from './scripts/structure/coverage.ts';
import { fileTimes } from './scripts/file-times.mjs';
import { endpointsPlugin } from './web/endpoints-plugin.ts';

// Where a test belongs:
//   e2e/**/*.spec.ts       a story in a real browser                                        -> e2e
//   *.db.test.ts           needs the database, wherever it lies                             -> server
//   *.unit.test.ts         never needs it, wherever it lies                                 -> unit
//   *.test.ts(x)           in contract, web, server/lib, scripts/structure: pure           -> unit
//                          elsewhere: with the database                                    -> server
const pureFolders = ['contract', 'web', 'server/lib', 'scripts/structure'];
const databaseFolders = ['server', 'sandbox', 'testing', 'bench', 'scripts'];
const tests = (folder: string) => `${folder}/**/*.test.{ts,tsx}`;
const never = '**/node_modules/**';
// the folder where the gate reads what ran
const reports = process.env.TEST_REPORTS;

export default defineConfig({
  test: {
    reporters: reports
      ? ['default', ['json', { outputFile: join(reports, 'report.json') }], fileTimes(join(reports, 'files.json'))]
      : ['default'],
    restoreMocks: true,
    // a test names the rules that it shows; a name that is no rule fails the run
    tags: readRules(readFileSync(rulesFile, 'utf8')).map(({ id }) => ({ name: id })),
    // files share the modules of their worker: loading the portal anew for each took as long as its tests
    isolate: false,
    projects: [
      {
        extends: true,
        plugins: [endpointsPlugin()],
        test: {
          name: 'unit',
          include: [...pureFolders.map(tests), '**/*.unit.test.ts'],
          exclude: [never, '**/*.db.test.ts'],
          globalSetup: ['testing/scratch-setup.ts'],
          setupFiles: ['testing/console.ts'],
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [...databaseFolders.map(tests), '**/*.db.test.ts'],
          exclude: [never, '**/*.unit.test.ts', ...pureFolders.map((folder) => `${folder}/**/!(*.db).test.{ts,tsx}`)],
          globalSetup: ['testing/scratch-setup.ts', 'testing/global-setup.ts'],
          setupFiles: ['testing/console.ts'],
          // both cores: the default leaves one to the main thread, which waits
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          globalSetup: ['testing/scratch-setup.ts', 'testing/global-setup.ts', 'e2e/global-setup.ts'],
          include: ['e2e/**/*.spec.ts'],
          exclude: [never],
          setupFiles: ['testing/console.ts', 'e2e/screen-report.ts'],
          // two browsers, each with a server of its own: stories wait more than they work
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // as long as the browser's own waits: on a busy machine one second is over before a page has begun
          expect: { poll: { timeout: 20_000 } },
          // a story shares two cores with a server and another browser; the gate names those that needed a second try
          retry: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
