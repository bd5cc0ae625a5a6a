import { Avatar, Menu } from '@mantine/core';
import { IconChevronDown, IconHelpCircle, IconLogout, IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useProfile, useSession } from '../components/session.tsx';
import classes from './navbar.module.css';
import { openSettings } from './settings-handle.tsx';
import { showTour } from './tour-state.ts';
import { useOpenTabs } from './use-tabs.ts';

/** The username as the door to settings, tour and Log Out (shell 5.1). */
export function UserMenu() {
  const { t } = useTranslation();
  const { username, avatar, account } = useProfile();
  const { leave } = useSession();
  const { mayLeave } = useOpenTabs();
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className={classes.user} title={username}>
          <Avatar size={24} radius="50%" name={username} src={avatar === '' ? null : avatar} alt="" aria-hidden />
          <span>{username}</span>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {/* a menu holds items and groups only; readers of the screen find the name on the account page */}
        {account !== null && <Menu.Label aria-hidden>{account.name}</Menu.Label>}
        <Menu.Item leftSection={<IconSettings size={16} stroke={1.6} aria-hidden />} onClick={openSettings}>
          {t('settings.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHelpCircle size={16} stroke={1.6} aria-hidden />} onClick={showTour}>
          {t('tour.again')}
        </Menu.Item>
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
