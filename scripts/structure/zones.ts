/**
 * The import directions of docs/ARCHITECTURE.md as data. The first zone whose folder holds a file is the file's zone.
 * `may` lists the zones that it may import besides itself; `'*'` means anything.
 */
export type Zone = {
  name: string;
  holds: RegExp;
  may: readonly string[] | '*';
  /** Packages it may use; absent = any that `not` does not match. */
  packages?: RegExp;
  not?: RegExp;
  /** Each folder below is a feature: others import its `index.ts` only, itself by relative paths (rules/features.ts has the rest). */
  closedFolders?: boolean;
};

const browserPackages = /^(?:react(?:-.*)?|@mantine\/.*|@tanstack\/.*|@tabler\/.*|i18next)$/;
const serverPackages =
  /^(?:node:.*|fastify|@fastify\/.*|pg|kysely|graphile-worker|nodemailer|sharp|pino|@node-rs\/.*|tsx|vite)$/;
const webBase = ['web/api', 'web/lib', 'web/i18n', 'contract'];
const serverBase = ['server/db', 'server/lib', 'contract'];

function folder(path: string): RegExp {
  return new RegExp(`^${path}/`);
}

function web(name: string, may: readonly string[], more: Partial<Zone> = {}): Zone {
  return { name, holds: folder(name), may, not: serverPackages, ...more };
}

function server(name: string, may: readonly string[], more: Partial<Zone> = {}): Zone {
  return { name, holds: folder(name), may, not: browserPackages, ...more };
}

export const zones: readonly Zone[] = [
  // what runs while building
  { name: 'config', holds: /^(?:[^/]+|web\/(?:vite\.config|[\w-]+-plugin))\.(?:ts|mjs)$/, may: '*' },
  { name: 'contract', holds: folder('contract'), may: [], packages: /^zod$/ },

  server('server/features', ['server/http', 'server/connectors', ...serverBase], { closedFolders: true }),
  server('server/http', serverBase),
  server('server/connectors', serverBase),
  server('server/db', ['server/lib', 'contract']),
  server('server/lib', ['server/db', 'contract']),
  // app.ts mounts the features, main.ts is the process
  server('server', ['server/features', 'server/http', 'server/connectors', ...serverBase]),

  web('web/app', ['web/shell', 'web/features', 'web/components', 'web/ui', ...webBase]),
  web('web/shell', ['web/components', 'web/ui', ...webBase]),
  web('web/features', ['web/components', 'web/ui', ...webBase], { closedFolders: true }),
  web('web/components', ['web/ui', ...webBase]),
  web('web/ui', [], {
    not: new RegExp(`${serverPackages.source}|^react-router$|^@tanstack/react-query$|^zod$|i18next`),
  }),
  web('web/api', webBase),
  web('web/lib', webBase),
  web('web/i18n', webBase),
  // main.tsx mounts the app
  web('web', ['web/app', 'web/ui', ...webBase]),

  { name: 'sandbox', holds: folder('sandbox'), may: '*' },
  { name: 'testing', holds: folder('testing'), may: '*' },
  { name: 'e2e', holds: folder('e2e'), may: '*' },
  { name: 'bench', holds: folder('bench'), may: '*' },
  { name: 'scripts', holds: folder('scripts'), may: '*' },
];

/** A test beside the code may also use these, and the app as a whole. */
export const testsAlsoMay: readonly string[] = ['testing', 'sandbox', 'server'];
export const testPackages = /^(?:vitest|fast-check|node:.*)$/;

export function zoneOf(path: string): Zone | undefined {
  return zones.find((zone) => zone.holds.test(path));
}
