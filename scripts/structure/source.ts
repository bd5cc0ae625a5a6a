import { type ESTree, parseSync, Visitor } from 'vite';
import { lineAt, type SourceFile } from './tree.ts';

export type Import = {
  specifier: string;
  line: number;
  /** Gone at run time: `import type`, or `import('…')` in a type. */
  typeOnly: boolean;
  /** Fetched when the program comes to it: `import('…')`. */
  lazy: boolean;
};

/** Stands for the specifier of `import(anExpression)`. */
export const computed = '(computed)';

type Parsed = { program: ESTree.Program; imports: Import[]; code: string };
type Span = { start: number; end: number };

const parsedFiles = new WeakMap<SourceFile, Parsed>();

/** Every module that the file names: imports, re-exports, `import()`, `import()` in types, `require()`. */
export function importsOf(file: SourceFile): Import[] {
  return parseSource(file).imports;
}

/** The text with comments, strings and JSX text blanked out, so that a word in a sentence is not taken for code. */
export function codeOf(file: SourceFile): string {
  return parseSource(file).code;
}

export function programOf(file: SourceFile): ESTree.Program {
  return parseSource(file).program;
}

function parseSource(file: SourceFile): Parsed {
  const known = parsedFiles.get(file);
  if (known) return known;
  const result = parseSync(file.path, file.text);
  const error = result.errors[0];
  if (error) throw new Error(`${file.path} cannot be parsed: ${error.message}`);
  const { imports, texts } = walk(file, result.program);
  const code = blank(file.text, [...result.comments, ...texts]);
  const parsed = { program: result.program, imports, code };
  parsedFiles.set(file, parsed);
  return parsed;
}

function walk(file: SourceFile, program: ESTree.Program): { imports: Import[]; texts: Span[] } {
  const imports: Import[] = [];
  const texts: Span[] = [];
  const add = (node: ESTree.Node | null, typeOnly: boolean, lazy = false) => {
    const specifier = node && (stringValue(node) ?? computed);
    if (specifier) imports.push({ specifier, line: lineAt(file.text, node.start), typeOnly, lazy });
  };
  new Visitor({
    // `import { type A }` stays an import at run time (verbatimModuleSyntax), `import type` does not
    ImportDeclaration: (node) => add(node.source, node.importKind === 'type'),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source, false, true),
    TSImportType: (node) => add(node.source, true),
    TSExternalModuleReference: (node) => add(node.expression, false),
    CallExpression(node) {
      const argument = node.arguments[0];
      if (argument && isRequire(node.callee)) add(argument, false);
    },
    Literal(node) {
      if (typeof node.value === 'string') texts.push(inside(node));
    },
    TemplateElement: (node) => void texts.push(node),
    JSXText: (node) => void texts.push(node),
  }).visit(program);
  return { imports, texts };
}

function isRequire(callee: ESTree.Node): boolean {
  return callee.type === 'Identifier' && callee.name === 'require';
}

/** The value of a string literal or of a template without holes. */
export function stringValue(node: ESTree.Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

function inside(node: Span): Span {
  return { start: node.start + 1, end: node.end - 1 };
}

function blank(text: string, spans: Span[]): string {
  let result = '';
  let from = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start < from) continue;
    result += text.slice(from, span.start) + text.slice(span.start, span.end).replace(/[^\n]/g, ' ');
    from = span.end;
  }
  return result + text.slice(from);
}
