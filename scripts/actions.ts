import { posix } from 'node:path';
import { type ESTree, Visitor } from 'vite';
import { resolveImport } from './structure/resolve.ts';
import { programOf } from './structure/source.ts';
import { isCode, isTest, type SourceFile, type Tree } from './structure/tree.ts';

/** An action of the product as a reader follows it, in legs: a leg ends where a queue, a call over HTTP or a screen takes over. */
type Action = { name: string; legs: readonly (readonly string[])[] };

/** Functions by name, below a folder; each is followed from the one before by “go to definition”. */
const actions: readonly Action[] = [
  {
    name: 'an order from the webhook to its row',
    legs: [
      [
        'server/features/sync#shopifyWebhookRoutes',
        'server/features/sync#receiveShopify',
        'server/features/sync#insertDelivery',
      ],
      [
        'server/features/sync#syncTasks',
        'server/features/sync#handleInbox',
        'server/features/sync#applyOrders',
        'server/features/orders#applyShopOrders',
        'server/features/orders#insertOrders',
      ],
      [
        'server/features/orders#applyShopOrders',
        'server/features/orders#reviewOrders',
        'server/features/orders#evaluateOrder',
        'server/features/orders#deriveOrder',
      ],
      ['server/features/orders#reviewOrders', 'server/features/stock#reserveStock'],
      ['server/features/orders#reviewOrders', 'server/features/orders#saveReviewed'],
      ['server/features/orders#ordersRoutes', 'server/features/orders#listOrders', 'server/features/orders#findPage'],
      ['web/features/orders#OrdersPage', 'web/features/orders#orderColumns'],
    ],
  },
  {
    name: 'a payment from the click to the ledger',
    legs: [
      ['web/features/orders#OrdersPage', 'web/features/orders/pay#CheckoutDrawer'],
      [
        'server/features/checkout#checkoutRoutes',
        'server/features/checkout#payOrders',
        'server/features/orders#lockPayable',
      ],
      [
        'server/features/orders#lockPayable',
        'server/features/orders#evaluateAll',
        'server/features/orders#evaluateOrder',
      ],
      ['server/features/checkout#payOrders', 'server/features/invoices#issuePaid', 'server/features/ledger#spend'],
      ['server/features/ledger#spend', 'server/features/ledger#append'],
      ['server/features/checkout#payOrders', 'server/features/orders#markPaid', 'server/features/stock#commitStock'],
      ['server/features/orders#markPaid', 'server/features/orders#savePaid'],
      ['server/features/checkout#payOrders', 'server/features/invoices#getInvoice'],
    ],
  },
  {
    name: 'a quote’s answer to the merchant’s price',
    legs: [
      ['web/features/quotes#StaffQuotesPage', 'web/features/quotes#Workbench', 'web/features/quotes#WorkbenchAnswer'],
      [
        'server/features/quotes#quotesRoutes',
        'server/features/quotes#answerQuote',
        'server/features/quotes#insertVersion',
      ],
      ['server/features/quotes#answerQuote', 'server/features/notifications#notify'],
      ['web/features/quotes#QuoteDrawer', 'web/features/quotes#AcceptDialog'],
      [
        'server/features/quotes#quotesRoutes',
        'server/features/quotes#acceptQuote',
        'server/features/prices#writePrices',
      ],
      ['server/features/quotes#acceptQuote', 'server/features/products#mapVariants'],
      ['server/features/quotes#acceptQuote', 'server/features/orders#reviewOrders'],
    ],
  },
];

export type Followed = { name: string; files: number; hops: number; lost: string[] };

type Named = Map<string, { file: string; node: ESTree.Node }>;
type Module = {
  own: Named;
  imported: Map<string, { file: string; name: string }>;
  passed: Map<string, { file: string; name: string }>;
};

/** Files and hops of each action, and the hops that no direct call leads over. */
export function followActions(tree: Tree): Followed[] {
  const modules = new Map(
    tree.files
      .filter(({ path }) => /^(?:server|web|contract)\//.test(path) && isCode(path) && !isTest(path))
      .map((file) => [file.path, moduleOf(file)] as const),
  );
  const known = new Map<string, readonly string[]>();
  const calls = (id: string) => {
    const kept = known.get(id) ?? callsOf(modules, id);
    known.set(id, kept);
    return kept;
  };
  return actions.map(({ name, legs }) => {
    const files = new Set<string>();
    const lost: string[] = [];
    let hops = 0;
    for (const leg of legs) {
      let from = startOf(modules, leg[0] ?? '');
      for (const step of leg.slice(1)) {
        const way = from === undefined ? undefined : wayTo(from, step, calls);
        if (way === undefined) lost.push(`${from ?? leg[0]} → ${step}`);
        else {
          hops += way.length - 1;
          way.forEach((id) => files.add(fileOf(id)));
        }
        from = way?.at(-1);
      }
    }
    return { name, files: files.size, hops, lost };
  });
}

const fileOf = (id: string) => id.slice(0, id.indexOf('#'));
const isAt = (id: string, step: string) =>
  id.startsWith(`${fileOf(step)}/`) && id.slice(id.indexOf('#')) === step.slice(step.indexOf('#'));

function startOf(modules: Map<string, Module>, step: string): string | undefined {
  const name = step.slice(step.indexOf('#') + 1);
  for (const [path, { own }] of modules) if (own.has(name) && isAt(`${path}#${name}`, step)) return `${path}#${name}`;
  return undefined;
}

/** The shortest way by direct calls. */
function wayTo(from: string, step: string, calls: (id: string) => readonly string[]): string[] | undefined {
  const seen = new Set([from]);
  let ends: string[][] = [[from]];
  for (let depth = 0; depth < 8 && ends.length > 0; depth += 1) {
    const arrived = ends.find((way) => isAt(way.at(-1) ?? '', step));
    if (arrived) return arrived;
    ends = ends.flatMap((way) =>
      calls(way.at(-1) ?? '')
        .filter((id) => !seen.has(id) && seen.add(id))
        .map((id) => [...way, id]),
    );
  }
  return undefined;
}

function moduleOf(file: SourceFile): Module {
  const found: Module = { own: new Map(), imported: new Map(), passed: new Map() };
  const own = (name: string, node: ESTree.Node) => found.own.set(name, { file: file.path, node });
  const declare = (node: ESTree.Node | null) => {
    if (node?.type === 'FunctionDeclaration' && node.id) own(node.id.name, node);
    if (node?.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations) if (id.type === 'Identifier' && init) own(id.name, init);
  };
  for (const node of programOf(file).body) {
    declare(node);
    if (node.type === 'ExportNamedDeclaration') {
      declare(node.declaration);
      const target = node.source && resolveImport(file.path, node.source.value);
      for (const { local, exported } of target ? node.specifiers : [])
        found.passed.set(nameOf(exported), { file: target ?? '', name: nameOf(local) });
    }
    if (node.type !== 'ImportDeclaration') continue;
    const target = resolveImport(file.path, node.source.value);
    if (!target) continue;
    for (const one of node.specifiers)
      found.imported.set(one.local.name, {
        file: target,
        name: one.type === 'ImportSpecifier' ? nameOf(one.imported) : '*',
      });
  }
  return found;
}

const nameOf = (node: ESTree.ModuleExportName) => (node.type === 'Literal' ? node.value : node.name);

/** Where a name that a module exports is declared; an `index.ts` passes it on. */
function declared(modules: Map<string, Module>, file: string, name: string): string | undefined {
  const module = modules.get(file);
  if (module?.own.has(name)) return `${file}#${name}`;
  const passed = module?.passed.get(name);
  return passed && declared(modules, passed.file, passed.name);
}

/** What a declaration names of its own module and of others, in the sequence of the text. */
function callsOf(modules: Map<string, Module>, id: string): readonly string[] {
  const module = modules.get(fileOf(id));
  const declaration = module?.own.get(id.slice(id.indexOf('#') + 1));
  const found: string[] = [];
  if (!module || !declaration) return found;
  const add = (file: string | undefined, name: string) => {
    const target = file && declared(modules, file, name);
    if (target && target !== id) found.push(target);
  };
  const look = (name: string) => {
    const from = module.imported.get(name);
    if (from) add(from.file, from.name);
    else if (module.own.has(name)) add(fileOf(id), name);
  };
  new Visitor({
    Identifier: ({ name }) => look(name),
    JSXIdentifier: ({ name }) => look(name),
    MemberExpression({ object, property }) {
      const from = object.type === 'Identifier' ? module.imported.get(object.name) : undefined;
      if (from?.name === '*' && property.type === 'Identifier') add(from.file, property.name);
    },
    ImportExpression({ source }) {
      // a part that is fetched when it shows: `import('./x.tsx')`, with the name behind it
      const target = source.type === 'Literal' && resolveImport(fileOf(id), String(source.value));
      if (target) for (const name of modules.get(posix.normalize(target))?.own.keys() ?? []) add(target, name);
    },
  }).visit({
    type: 'Program',
    body: [asStatement(declaration.node)],
    sourceType: 'module',
  } as unknown as ESTree.Program);
  return found;
}

/** A visitor begins at a program: an expression stands in it as a statement. */
function asStatement(node: ESTree.Node): ESTree.Node {
  return node.type === 'FunctionDeclaration'
    ? node
    : ({ type: 'ExpressionStatement', expression: node, start: node.start, end: node.end } as ESTree.Node);
}
