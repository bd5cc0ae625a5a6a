import { type ESTree, Visitor } from 'vite';
import type { Problem, Rule } from '../rule.ts';
import { programOf } from '../source.ts';
import { codeFiles, isTest, lineAt, type SourceFile } from '../tree.ts';

const places = /^server\//;
const names = new Set(['accountId', 'account_id']);

/** One account to a call: with an id beside the context a function could read one account and write another. */
export const accountInCtx: Rule = {
  name: 'account-in-ctx',
  asks: 'A function that works on one account takes an AccountCtx (bound by forAccount), no account id beside its ctx.',
  check: (tree) =>
    codeFiles(tree)
      .filter(({ path }) => places.test(path) && !isTest(path))
      .flatMap(doubledIn),
};

function doubledIn(file: SourceFile): Problem[] {
  const problems: Problem[] = [];
  const look = ({ params, start }: { params: readonly ESTree.ParamPattern[]; start: number }) => {
    const [first, ...rest] = params.map(nameOf);
    const beside = first === 'ctx' ? rest.find((name) => name !== undefined && names.has(name)) : undefined;
    if (beside === undefined) return;
    problems.push({ path: file.path, line: lineAt(file.text, start), message: `takes ${beside} beside ctx` });
  };
  new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }).visit(
    programOf(file),
  );
  return problems;
}

/** The name of a parameter that is a single account's id: what may be null stands for all accounts. */
function nameOf(param: ESTree.ParamPattern): string | undefined {
  if (param.type !== 'Identifier') return undefined;
  const type = param.typeAnnotation?.typeAnnotation.type;
  return type === undefined || type === 'TSStringKeyword' || param.name === 'ctx' ? param.name : undefined;
}
