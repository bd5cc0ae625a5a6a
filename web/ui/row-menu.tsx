import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { RowAction } from './column.ts';
import { fill, useUiTexts } from './texts.tsx';

/** The one action menu at the end of a row. */
export function RowMenu({ name, actions }: { name: string; actions: RowAction[] }) {
  const texts = useUiTexts();
  if (actions.length === 0) return null;
  const first = actions.find(({ disabled }) => disabled !== true); // a disabled item cannot take the focus
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={fill(texts.rowActions, { name })}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Fragment key={action.label}>
            {action.destructive === true && <Menu.Divider />}
            <Menu.Item
              disabled={action.disabled === true}
              data-autofocus={action === first || undefined}
              onClick={action.onClick}
            >
              {action.label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
