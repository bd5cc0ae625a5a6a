import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from './list-tool.tsx';
import classes from './list.module.css';
import type { ListKit } from './use-list.ts';

/** Which columns show and in which order; at once here, and kept for this person at the server. */
export function ListColumnsMenu<Row>({ list }: { list: ListKit<Row> }) {
  const { t } = useTranslation('lists');
  const shown = list.columns.map((column) => column.id);
  const others = list.allColumns.filter((column) => !shown.includes(column.id));
  const move = (id: string, by: number) => {
    const next = shown.filter((one) => one !== id);
    next.splice(shown.indexOf(id) + by, 0, id);
    list.choose(next);
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus width={300}>
      <Popover.Target>
        <ToolButton label={t('columns.button')} icon={IconColumns3} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns.title')}>
        <div className={classes.popover}>
          <ul className={classes.columns} aria-label={t('columns.title')}>
            {[...list.columns, ...others].map((column) => {
              const at = shown.indexOf(column.id);
              const arrow = (by: 1 | -1, label: string, off: boolean) => (
                <ActionIcon size="sm" aria-label={label} disabled={off} onClick={() => move(column.id, by)}>
                  {by === 1 ? <IconChevronDown size={14} aria-hidden /> : <IconChevronUp size={14} aria-hidden />}
                </ActionIcon>
              );
              return (
                <li key={column.id} className={classes.column}>
                  <Checkbox
                    size="xs"
                    label={column.header}
                    checked={at >= 0}
                    disabled={column.main === true}
                    onChange={() =>
                      list.choose(at >= 0 ? shown.filter((id) => id !== column.id) : [...shown, column.id])
                    }
                  />
                  {at >= 0 && (
                    <span>
                      {arrow(-1, t('columns.up', { name: column.header }), at === 0)}
                      {arrow(1, t('columns.down', { name: column.header }), at === shown.length - 1)}
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
          <Button variant="subtle" size="xs" disabled={list.chosen === null} onClick={() => list.choose(null)}>
            {t('columns.reset')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
