import { ActionIcon, Menu } from '@mantine/core';
import { IconTextSize } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Size, sizes } from '#contract/settings-rules.ts';
import { toast } from '../api/toasts.ts';
import { useStore } from '../lib/store.ts';
import { changeSettings } from './settings-sync.ts';
import { settings } from './settings-store.ts';

const labels = {
  default: 'navbar.sizeDefault',
  medium: 'navbar.sizeMedium',
  small: 'navbar.sizeSmall',
  mini: 'navbar.sizeMini',
} as const;

/** Default, Medium, Small, Mini; the current one is disabled (shell 5.5). */
export function SizeMenu() {
  const { t } = useTranslation();
  const { size: current } = useStore(settings);
  const first = sizes.find((size) => size !== current); // a disabled item cannot take the focus
  const choose = (size: Size) => {
    changeSettings({ size }); // CSS variables do it, so that nothing is made anew (P18)
    toast.success(t('navbar.sizeChanged', { size: t(labels[size]) }));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('navbar.size')} title={t('navbar.size')} data-tour="size">
          <IconTextSize size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {sizes.map((size) => (
          <Menu.Item
            key={size}
            disabled={size === current}
            data-autofocus={size === first || undefined}
            onClick={() => choose(size)}
          >
            {t(labels[size])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
