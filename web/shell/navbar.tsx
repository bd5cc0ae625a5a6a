import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutSidebar, IconSearch } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Bell } from './bell.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { ChosenClient } from './chosen-client.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import classes from './navbar.module.css';
import { PagePalette, usePaletteKey } from './page-palette.tsx';
import { SizeMenu } from './size-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** Macs have their own key for commands. */
const commandKey = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

// none of these follows the address: a navigation draws them not anew
const [Sizes, Languages, FullScreen, Notices, User, Client] = [
  memo(SizeMenu),
  memo(LanguageMenu),
  memo(FullScreenButton),
  memo(Bell),
  memo(UserMenu),
  memo(ChosenClient),
];

type NavbarProps = { mobile: boolean; sidebarOpened: boolean; onToggleSidebar: () => void };

/** Hamburger, breadcrumb, page search, size, language, full screen, notifications, user (look.md: shell). */
export function Navbar({ mobile, sidebarOpened, onToggleSidebar }: NavbarProps) {
  const { t } = useTranslation();
  const [searching, setSearching] = useState(false);
  usePaletteKey(() => setSearching((open) => !open && !mobile)); // a phone has no page search (shell 5.3)
  const toggleLabel = sidebarOpened ? t('navbar.closeMenu') : t('navbar.openMenu');
  return (
    <div className={classes.navbar} role="group" aria-label={t('navbar.label')}>
      <Tooltip label={toggleLabel}>
        <ActionIcon
          aria-label={toggleLabel}
          aria-expanded={sidebarOpened}
          data-tour="hamburger"
          onClick={onToggleSidebar}
        >
          <IconLayoutSidebar size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Breadcrumb />
      <div className={classes.end}>
        <Client />
        {!mobile && (
          <>
            <button
              type="button"
              className={classes.search}
              data-tour="search"
              aria-haspopup="dialog"
              aria-expanded={searching}
              onClick={() => setSearching(true)}
            >
              <IconSearch size={15} stroke={1.75} aria-hidden />
              <span>{t('navbar.search')}</span>
              <kbd aria-hidden="true">{commandKey} K</kbd>
            </button>
            <Sizes />
          </>
        )}
        <Languages />
        {!mobile && <FullScreen />}
        <Notices mobile={mobile} />
        <User />
      </div>
      <PagePalette opened={searching && !mobile} onClose={() => setSearching(false)} />
    </div>
  );
}
