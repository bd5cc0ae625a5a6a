import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useProfile, useSession } from '../components/session.tsx';
import { colorSchemes } from '#contract/settings-rules.ts';
import { useStore } from '../lib/store.ts';
import classes from './navbar.module.css';
import { settings } from './settings-store.ts';
import { changeSettings } from './settings-sync.ts';
import { useOpenTabs } from './use-tabs.ts';

const schemes = { light: 'navbar.themeLight', dark: 'navbar.themeDark', auto: 'navbar.themeAuto' } as const;

/** The username as the door to theme and Log Out (shell 5.1). */
export function UserMenu() {
  const { t } = useTranslation();
  const { username, account } = useProfile();
  const { leave } = useSession();
  const { mayLeave } = useOpenTabs();
  const { colorScheme } = useStore(settings);
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className={classes.user}>
          <span>{username}</span>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {account !== null && <Menu.Label>{account.name}</Menu.Label>}
        <Menu.Label>{t('navbar.theme')}</Menu.Label>
        {colorSchemes.map((scheme) => (
          <Menu.Item
            key={scheme}
            closeMenuOnClick={false}
            rightSection={colorScheme === scheme ? <IconCheck size={14} aria-hidden /> : null}
            aria-current={colorScheme === scheme}
            onClick={() => changeSettings({ colorScheme: scheme })}
          >
            {t(schemes[scheme])}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
          onClick={() => void mayLeave().then((yes) => yes && leave())}
        >
          {t('navbar.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
