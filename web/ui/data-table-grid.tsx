import { Checkbox, Skeleton, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type Column, nextSort } from './column.ts';
import classes from './data-table.module.css';
import type { PageSelection } from './page-selection.ts';
import { meantForRow } from './row-click.ts';
import { RowMenu } from './row-menu.tsx';
import { fill, useUiTexts } from './texts.tsx';
import type { DataTableProps } from './data-table-props.ts';

type GridProps<Row extends object> = DataTableProps<Row> & { ticks: PageSelection<Row> };

/** Whether the table is wider than its frame: then it scrolls by itself, also by keys; else its head can stick. */
function useOverflow(): [RefObject<HTMLDivElement | null>, boolean] {
  const frame = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const { current } = frame;
    const table = current?.firstElementChild;
    if (!current || !table) return undefined;
    const observer = new ResizeObserver(() => setOverflows(table.scrollWidth > current.clientWidth));
    observer.observe(current);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return [frame, overflows];
}

/** The list as a table, for desktops. */
export function TableGrid<Row extends object>(props: GridProps<Row>) {
  const columns = props.columns.filter(({ id }) => props.hidden?.includes(id) !== true);
  const [frame, overflows] = useOverflow();
  return (
    <div
      ref={frame}
      className={classes.scroll}
      data-overflows={overflows}
      {...(overflows && { role: 'region', tabIndex: 0, 'aria-label': props.label })}
    >
      <Table className={classes.grid} aria-label={props.label} horizontalSpacing={0} verticalSpacing={0}>
        <Head {...props} columns={columns} />
        <Table.Tbody>
          {props.query.data === undefined ? (
            <SkeletonRows {...props} columns={columns} />
          ) : (
            <Rows {...props} columns={columns} />
          )}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Head<Row extends object>({ columns, ticks, selection, actions, sort, onSort }: GridProps<Row>) {
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
            style={{ width: column.width }}
            aria-sort={
              sort === column.sort && sort !== undefined
                ? 'ascending'
                : sort === `-${column.sort}`
                  ? 'descending'
                  : undefined
            }
          >
            {column.sort !== undefined && onSort !== undefined ? (
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

function Rows<Row extends object>(props: GridProps<Row> & { columns: readonly Column<Row>[] }) {
  const { query, ticks, columns, rowId, rowName, onOpen, openId, selection, actions } = props;
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
          <Table.Td key={column.id} data-align={column.align} data-from={column.from} data-main={column.main}>
            {column.main === true && onOpen !== undefined ? (
              <Opener name={name} onOpen={() => onOpen(row)}>
                {column.cell(row)}
              </Opener>
            ) : (
              column.cell(row)
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

/** The main cell with a button beside it that only keys and readers of the screen meet. */
function Opener({ name, onOpen, children }: { name: string; onOpen: () => void; children: ReactNode }) {
  const texts = useUiTexts();
  return (
    <div className={classes.opener}>
      {children}
      <button
        type="button"
        className={classes.openButton}
        data-row-opener
        aria-label={fill(texts.open, { name })}
        onClick={onOpen}
      />
    </div>
  );
}

function SkeletonRows<Row extends object>({
  columns,
  selection,
  actions,
}: GridProps<Row> & { columns: readonly Column<Row>[] }) {
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
