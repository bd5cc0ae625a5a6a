import { Checkbox, Skeleton } from '@mantine/core';
import { Fragment } from 'react';
import classes from './data-table.module.css';
import type { Column } from './column.ts';
import type { PageSelection } from './page-selection.ts';
import { meantForRow } from './row-click.ts';
import { RowMenu } from './row-menu.tsx';
import { fill, useUiTexts } from './texts.tsx';
import type { DataTableProps } from './data-table-props.ts';

const mostFacts = 4;
const wholeRow = { gridColumn: '1 / -1' };

/** The list as cards with the four main facts, for phones. */
export function CardList<Row extends object>(props: DataTableProps<Row> & { ticks: PageSelection<Row> }) {
  const { ticks, columns, hidden, query, rowId, rowName, onOpen, openText, selection, actions, label } = props;
  const texts = useUiTexts();
  const main = columns.find((column) => column.main === true);
  const buttons = columns.filter((column) => column.card === 'action');
  const facts = columns
    .filter(({ id, main: named, card }) => !named && card !== 'hidden' && card !== 'action' && !hidden?.includes(id))
    .slice(0, mostFacts);
  if (query.data === undefined) return <SkeletonCards />;
  return (
    <ul className={classes.cards} aria-label={label}>
      {query.data.data.map((row) => {
        const name = rowName(row);
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- its button takes the keys, the card is a larger place to tap
          <li
            key={rowId(row)}
            className={classes.card}
            data-row
            data-selected={ticks.has(row)}
            onClick={(event) => {
              if (meantForRow(event)) onOpen?.(row);
            }}
          >
            <div className={classes.cardHead}>
              {selection !== undefined && (
                <Checkbox
                  aria-label={fill(texts.selectRow, { name })}
                  checked={ticks.has(row)}
                  disabled={!ticks.allowed(row)}
                  onChange={() => ticks.toggle(row)}
                />
              )}
              <div className={classes.cardMain}>
                {main?.cell(row)}
                {onOpen !== undefined && (
                  <button
                    type="button"
                    className={classes.openButton}
                    data-row-opener
                    aria-label={openText?.(row) ?? fill(texts.open, { name })}
                    onClick={() => onOpen(row)}
                  />
                )}
              </div>
              {actions !== undefined && <RowMenu name={name} actions={actions(row)} />}
            </div>
            <dl className={classes.cardFacts}>
              {placed(facts, row).map(({ column, whole }) => (
                <div key={column.id} style={whole ? wholeRow : undefined}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
            {buttons.length > 0 && (
              <div className={classes.cardButtons}>
                {buttons.map((column) => (
                  <Fragment key={column.id}>{column.cell(row)}</Fragment>
                ))}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Halves of the card first, so that they pair, then what takes its width; no row of it ends in a hole. */
function placed<Row>(facts: readonly Column<Row>[], row: Row): { column: Column<Row>; whole: boolean }[] {
  const isWords = ({ card, wordy }: Column<Row>) => card === 'words' || wordy?.(row) === true;
  const halves = facts.filter((column) => !isWords(column));
  const alone = halves.length % 2 === 1 ? halves.at(-1) : undefined;
  return [
    ...halves.map((column) => ({ column, whole: column === alone })),
    ...facts.filter(isWords).map((column) => ({ column, whole: true })),
  ];
}

function SkeletonCards() {
  return (
    <div className={classes.cards} aria-hidden="true">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={classes.card}>
          <Skeleton height={14} width="55%" radius="sm" mb={16} />
          <Skeleton height={10} width="85%" radius="sm" mb={10} />
          <Skeleton height={10} width="75%" radius="sm" />
        </div>
      ))}
    </div>
  );
}
