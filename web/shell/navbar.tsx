import { ActionIcon, Avatar, CloseButton, Menu, Modal, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronDown,
  IconHelpCircle,
  IconLanguage,
  IconLayoutSidebar,
  IconLogout,
  IconSearch,
  IconSettings,
  IconTextSize,
} from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Size, sizes } from '#contract/settings-rules.ts';
import { specText } from '#web/lib/spec-text.ts';
import { chooseClient, clientChoice } from '../api/client-choice.ts';
import { toast } from '../api/toasts.ts';
import { useProfile, useSession } from '../components/session.tsx';
import { useMayLose } from '../components/unsaved.tsx';
import { languageChoices } from '../i18n/index.ts';
import { labelled } from '../lib/format.ts';
import { useStore } from '../lib/store.ts';
import { useOverlay } from '../ui/use-overlay.ts';
import { Bell } from './bell.tsx';
import { crumbsOf } from './crumbs.ts';
import classes from './navbar.module.css';
import { isStaff } from '../lib/is-staff.ts';
import { PaletteBody } from './palette-body.tsx';
import { openSettings } from './settings-handle.tsx';
import { settings } from './settings-store.ts';
import { changeLanguage, changeSettings } from './settings-sync.ts';
import { useShell } from './shell-context.tsx';
import { showTour } from './tour-state.ts';
import { useOpenTabs } from './use-tabs.ts';

/** Macs have their own key for commands. */
const commandKey = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const sizeLabels = {
  default: 'navbar.sizeDefault',
  medium: 'navbar.sizeMedium',
  small: 'navbar.sizeSmall',
  mini: 'navbar.sizeMini',
} as const;

// none of these follows the address: a navigation draws them not again
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
  usePaletteKey(() => setSearching((open) => !open));
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
        {mobile ? (
          <ActionIcon
            aria-label={t('navbar.search')}
            title={t('navbar.search')}
            aria-haspopup="dialog"
            aria-expanded={searching}
            onClick={() => setSearching(true)}
          >
            <IconSearch size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        ) : (
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
      <PagePalette opened={searching} onClose={() => setSearching(false)} />
    </div>
  );
}

/** Dashboard / parents / page; the last is where you are (shell 5.2). */
function Breadcrumb() {
  const { t } = useTranslation();
  const { chain, entries } = useShell();
  const crumbs = crumbsOf(entries, chain, (entry) => t(`menu.${entry.title}`));
  return (
    <nav aria-label={t('navbar.breadcrumb')} data-tour="breadcrumb" style={{ minWidth: 0 }}>
      <ol className={classes.crumbs}>
        {crumbs.map(({ entry, name, to }, index) => (
          <li key={entry.path} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {to === undefined ? name : <Link to={to}>{name}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Whose pages staff look at, always in sight (P3). */
function ChosenClient() {
  const { t, i18n } = useTranslation();
  const client = useStore(clientChoice);
  const mayLose = useMayLose();
  const staff = isStaff(useProfile());
  if (!staff || client === undefined) return null;
  const handleLeave = async () => {
    if (await mayLose()) chooseClient(undefined);
  };
  return (
    <div className={classes.client} title={labelled(t('client.chosen'), client.label, i18n.language)}>
      <span>{client.label}</span>
      <CloseButton size="xs" aria-label={t('client.leave')} onClick={() => void handleLeave()} />
    </div>
  );
}

/** Default, Medium, Small, Mini; the current one is disabled (shell 5.5). */
function SizeMenu() {
  const { t } = useTranslation();
  const { size: current } = useStore(settings);
  const first = sizes.find((size) => size !== current); // a disabled item cannot take the focus
  const choose = (size: Size) => {
    changeSettings({ size }); // CSS variables do it, so that nothing is made again (P18)
    toast.success(t('navbar.sizeChanged', { size: t(sizeLabels[size]) }));
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
            {t(sizeLabels[size])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The languages of this site by their own names; the current one is disabled. */
function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const choices = languageChoices();
  const first = choices.find(({ tag }) => tag !== i18n.language); // a disabled item cannot take the focus
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('navbar.language')} title={t('navbar.language')}>
          <IconLanguage size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ tag, name }) => (
          <Menu.Item
            key={tag}
            lang={tag}
            disabled={i18n.language === tag}
            data-autofocus={tag === first?.tag || undefined}
            onClick={() => void changeLanguage(tag)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Full screen of the whole document; the icon follows the real state, so leaving by Escape shows too (shell 5.4). */
function FullScreenButton() {
  const { t } = useTranslation();
  const [full, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const handleClick = () => {
    if (!document.fullscreenEnabled) {
      toast.warning(specText('fullscreenUnsupported'));
      return;
    }
    const change = full ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => toast.warning(specText('fullscreenUnsupported')));
  };
  const label = full ? t('navbar.leaveFullscreen') : t('navbar.fullscreen');
  const Icon = full ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <ActionIcon aria-label={label} title={label} data-tour="fullscreen" onClick={handleClick}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}

/** The username as the door to settings, tour and Log Out (shell 5.1). */
function UserMenu() {
  const { t } = useTranslation();
  const { username, avatar, account } = useProfile();
  const { leave } = useSession();
  const { mayLeave } = useOpenTabs();
  const name = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className={classes.user} title={username} ref={name}>
          <Avatar size={24} radius="50%" name={username} src={avatar === '' ? null : avatar} alt="" aria-hidden />
          <span>{username}</span>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {/* a menu holds items and groups only; readers of the screen find the name on the account page */}
        <Menu.Label aria-hidden>{account === null ? username : `${username} · ${account.name}`}</Menu.Label>
        <Menu.Item leftSection={<IconSettings size={16} stroke={1.6} aria-hidden />} onClick={openSettings}>
          {t('settings.title')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHelpCircle size={16} stroke={1.6} aria-hidden />}
          onClick={() => showTour(name.current)}
        >
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

/** Opens and closes the palette with Ctrl K or Cmd K, in fields too. */
function usePaletteKey(toggle: () => void): void {
  useHotkeys([['mod+K', toggle]], []);
}

/** Finds pages by name, typing errors forgiven, and records by number; Enter goes to the first. */
function PagePalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal.Root
      {...useOverlay(opened, onClose)}
      size={560}
      yOffset="12vh"
      centered={false}
      transitionProps={{ duration: 0 }} // there before the next key comes
      returnFocus={false} // its body sees to it
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('navbar.search')}>
        <PaletteBody onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}
