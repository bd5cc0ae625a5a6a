import { Checkbox, Skeleton, Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { type Column, nextSort } from './column.ts';
import classes from './data-table.module.css';
import type { PageSelection } from './page-selection.ts';
import { meantForRow } from './row-click.ts';
import { RowMenu } from './row-menu.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { fill, useUiTexts } from './texts.tsx';
import type { DataTableProps } from './data-table-props.ts';

type GridProps<Row extends object> = DataTableProps<Row> & { ticks: PageSelection<Row> };
type ShownProps<Row extends object> = GridProps<Row> & {
  /** The last one that any window shows: it stays in view beside the rows' menus while the others scroll. */
  last: Column<Row> | undefined;
};

/** The list as a table, for desktops. */
export function TableGrid<Row extends object>(props: GridProps<Row>) {
  const columns = props.columns.filter(({ id }) => props.hidden?.includes(id) !== true);
  const shown = { columns, last: columns.findLast(({ from }) => from === undefined) };
  return (
    <ScrollBox label={props.label} className={classes.scroll}>
      <Table
        className={classes.grid}
        aria-label={props.label}
        horizontalSpacing={0}
        verticalSpacing={0}
        data-menus={props.actions !== undefined}
      >
        <Head {...props} {...shown} />
        <Table.Tbody>
          {props.query.data === undefined ? <SkeletonRows {...props} {...shown} /> : <Rows {...props} {...shown} />}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function Head<Row extends object>({ columns, last, ticks, selection, actions, sort, onSort }: ShownProps<Row>) {
  const texts = useUiTexts();
  return (
    <Table.Thead className={classes.head}>
      <Table.Tr>
        {selection !== undefined && (
          <Table.Th className={classes.tick}>
            <Checkbox
              size="xs"
              aria-label={texts.selectAll}
              checked={ticks.all}
              indeterminate={ticks.some && !ticks.all}
              disabled={ticks.none}
              onChange={ticks.toggleAll}
            />
          </Table.Th>
        )}
        {columns.map((column) => (
          <Table.Th
            key={column.id}
            scope="col"
            data-align={column.align}
            data-from={column.from}
            data-last={column === last}
            style={{ width: column.width }}
            aria-sort={
              sort === column.sort && sort !== undefined
                ? 'ascending'
                : sort === `-${column.sort}`
                  ? 'descending'
                  : undefined
            }
          >
            {column.card === 'action' ? (
              <VisuallyHidden>{column.header}</VisuallyHidden>
            ) : column.sort !== undefined && onSort !== undefined ? (
              <SortButton column={column} name={column.sort} sort={sort} onSort={onSort} />
            ) : (
              column.header
            )}
          </Table.Th>
        ))}
        {actions !== undefined && (
          <Table.Th className={classes.menuCell} aria-label={fill(texts.rowActions, { name: '' }).trim()} />
        )}
      </Table.Tr>
    </Table.Thead>
  );
}

type SortButtonProps<Row extends object> = {
  column: Column<Row>;
  name: string;
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
};

function SortButton<Row extends object>({ column, name, sort, onSort }: SortButtonProps<Row>) {
  const texts = useUiTexts();
  const Icon = sort === name ? IconArrowUp : sort === `-${name}` ? IconArrowDown : IconArrowsSort;
  return (
    <UnstyledButton
      className={classes.sort}
      title={fill(texts.sortBy, { name: column.header })}
      onClick={() => onSort(nextSort(sort, name))}
    >
      {column.header}
      <Icon size={13} stroke={1.75} aria-hidden data-idle={Icon === IconArrowsSort} />
    </UnstyledButton>
  );
}

function Rows<Row extends object>(props: ShownProps<Row>) {
  const { query, ticks, columns, last, rowId, rowName, onOpen, openText, openId, selection, actions } = props;
  const texts = useUiTexts();
  const [anchor, shift] = [useRef(0), useRef(false)]; // a click comes before its change
  return query.data?.data.map((row, index) => {
    const name = rowName(row);
    return (
      <Table.Tr
        key={rowId(row)}
        className={classes.row}
        data-row
        data-open={rowId(row) === openId}
        data-selected={ticks.has(row)}
        data-opens={onOpen !== undefined}
        title={openText?.(row)}
        onClick={(event) => {
          if (meantForRow(event)) onOpen?.(row);
        }}
      >
        {selection !== undefined && (
          <Table.Td className={classes.tick}>
            <Checkbox
              size="xs"
              aria-label={fill(texts.selectRow, { name })}
              checked={ticks.has(row)}
              disabled={!ticks.allowed(row)}
              onChange={() => {
                if (shift.current) ticks.toggleRange(anchor.current, index);
                else ticks.toggle(row);
                anchor.current = index;
              }}
              onClick={(event) => (shift.current = event.shiftKey)}
            />
          </Table.Td>
        )}
        {columns.map((column) => (
          <Table.Td
            key={column.id}
            data-align={column.align}
            data-from={column.from}
            data-last={column === last}
            data-main={column.main}
            data-wraps={column.wraps !== undefined}
          >
            {column.main === true && onOpen !== undefined ? (
              <Opener label={openText?.(row) ?? fill(texts.open, { name })} onOpen={() => onOpen(row)}>
                {contentOf(column, row)}
              </Opener>
            ) : (
              contentOf(column, row)
            )}
          </Table.Td>
        ))}
        {actions !== undefined && (
          <Table.Td className={classes.menuCell}>
            <RowMenu name={name} actions={actions(row)} />
          </Table.Td>
        )}
      </Table.Tr>
    );
  });
}

/** What a cell says; of words that may be many, two lines. */
function contentOf<Row>({ cell, wraps }: Column<Row>, row: Row): ReactNode {
  const content = cell(row);
  if (wraps !== true || typeof content !== 'string') return content;
  return (
    <span className={classes.twoLines} title={content}>
      {content}
    </span>
  );
}

/** The main cell with a button beside it that only keys and readers of the screen meet. */
function Opener({ label, onOpen, children }: { label: string; onOpen: () => void; children: ReactNode }) {
  return (
    <div className={classes.opener}>
      {children}
      <button type="button" className={classes.openButton} data-row-opener aria-label={label} onClick={onOpen} />
    </div>
  );
}

function SkeletonRows<Row extends object>({ columns, selection, actions }: ShownProps<Row>) {
  return Array.from({ length: 10 }, (_, index) => (
    <Table.Tr key={index} className={classes.row}>
      {selection !== undefined && <Table.Td className={classes.tick} />}
      {columns.map((column) => (
        <Table.Td key={column.id} data-align={column.align} data-from={column.from}>
          <Skeleton
            height={10}
            width={column.main === true ? `${70 - (index % 3) * 12}%` : '50%'}
            radius="sm"
            className={classes.bone ?? ''}
          />
        </Table.Td>
      ))}
      {actions !== undefined && <Table.Td className={classes.menuCell} />}
    </Table.Tr>
  ));
}
