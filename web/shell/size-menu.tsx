import { ActionIcon, Menu } from '@mantine/core';
import { IconTextSize } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../lib/store.ts';
import { chooseSize, sizeChoice } from './size-choice.ts';

const labels = {
  default: 'navbar.sizeDefault',
  medium: 'navbar.sizeMedium',
  small: 'navbar.sizeSmall',
  mini: 'navbar.sizeMini',
} as const;

/** Default, Medium, Small, Mini; the current one is disabled (shell 5.5). */
export function SizeMenu() {
  const { t } = useTranslation();
  const current = useStore(sizeChoice);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('navbar.size')} title={t('navbar.size')} data-tour="size">
          <IconTextSize size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(['default', 'medium', 'small', 'mini'] as const).map((size) => (
          <Menu.Item key={size} disabled={size === current} onClick={() => chooseSize(size)}>
            {t(labels[size])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
