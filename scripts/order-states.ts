import { writeFileSync } from 'node:fs';
import { doneByPeople, type OrderAction, orderActions, type Stage, stages } from '#contract/order-actions.ts';
import { orderReasons, type OrderReason } from '#contract/order-reasons.ts';

// Writes docs/ORDER-STATES.md from the table of actions: the picture, the actions and the refusals are never drawn manually.

export const orderStatesFile = 'docs/ORDER-STATES.md';

type Row = {
  by: (typeof orderActions)[OrderAction]['by'];
  moves: Partial<Record<Stage, readonly Stage[]>>;
};
const rows = Object.entries(orderActions) as [OrderAction, Row][]; // the keys of the table are its actions
const words = (name: string) => name.replaceAll('_', ' ');

function whoOf({ by }: Row): string {
  if (by === 'system') return 'the system';
  return 'roles' in by ? `staff: ${by.roles.join(', ')}` : `client: ${by.action} ${by.feature}`;
}

/** One arrow for each pair of states, with the actions that lead over it. */
function arrows(): string[] {
  const over = new Map<string, OrderAction[]>();
  for (const [action, { moves }] of rows) {
    const pairs = stages.flatMap((from) => (moves[from] ?? []).map((to) => ({ from, to })));
    for (const { from, to } of pairs.filter((pair) => pair.from !== pair.to)) {
      const arrow = `${from} --> ${to}`;
      over.set(arrow, [...(over.get(arrow) ?? []), action]);
    }
  }
  return [...over].map(([arrow, actions]) => `  ${arrow}: ${actions.map(words).join(', ')}`);
}

const stays = ({ moves }: Row, stage: Stage) => moves[stage]?.length === 1 && moves[stage]?.[0] === stage;

function actionLine([action, row]: [OrderAction, Row]): string {
  const cells = stages.map((stage) => {
    const to = row.moves[stage];
    if (!to) return '';
    return stays(row, stage) ? 'yes' : to.map(words).join(', ');
  });
  return `| ${words(action)} | ${whoOf(row)} | ${cells.join(' | ')} |`;
}

const reasonLine = ([code, sentence]: [string, string]) => `| \`${code}\` | ${sentence} |`;

/** The document, whole. */
export function orderStates(): string {
  const reasons = Object.entries(orderReasons) as [OrderReason, string][]; // its own keys
  return [
    '# States of an order',
    '',
    'Written by `node scripts/run.mjs scripts/order-states.ts` from `contract/order-actions.ts`, the table that the API refuses by',
    'and the buttons come from. A state is derived from lines, parcels and payment (`server/features/orders/rules/state.ts`);',
    'being on hold and what stops an order lie over it.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> imported',
    ...arrows(),
    '  closed --> [*]',
    '  delivered --> [*]',
    '  cancelled --> [*]',
    '```',
    '',
    `## Actions (${doneByPeople.length} of people)`,
    '',
    'A cell says where the action leads from that state, `yes` when the state stays. An empty cell is refused by a sentence.',
    '',
    `| Action | Who | ${stages.map(words).join(' | ')} |`,
    `|---|---|${stages.map(() => '---|').join('')}`,
    ...rows.map(actionLine),
    '',
    '## Refusals',
    '',
    '| Code | Sentence |',
    '|---|---|',
    ...reasons.map(reasonLine),
    '',
  ].join('\n');
}

if (process.argv[1]?.endsWith('order-states.ts')) writeFileSync(orderStatesFile, orderStates());
