import { ActionIcon, Drawer, Loader, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyBoundary, lazyPart } from '../components/lazy-part.tsx';
import { loadTexts } from '../i18n/index.ts';
import { useUiTexts } from '../ui/texts.tsx';
import { useOverlay } from '../ui/use-overlay.ts';
import { useUnread } from './bell-data.ts';
import classes from './bell.module.css';

const LazyPanel = lazyPart(async () => {
  const [panel] = await Promise.all([import('./bell-panel.tsx'), loadTexts('notifications')]);
  return panel.BellPanel;
});

const most = 99;

function Panel({ onClose }: { onClose: () => void }) {
  return (
    <LazyBoundary fallback={<Loader size={20} className={classes.loading} aria-hidden />}>
      <LazyPanel onClose={onClose} />
    </LazyBoundary>
  );
}

/** The bell with the number of unread notifications; its list opens below it, on a phone over the whole width. */
export function Bell({ mobile }: { mobile: boolean }) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const [opened, setOpened] = useState(false);
  const unread = useUnread();
  const close = () => setOpened(false);
  const overlay = useOverlay(mobile && opened, close);
  const label = unread === 0 ? t('navbar.notifications') : t('navbar.notificationsUnread', { count: unread });
  const button = (
    <ActionIcon
      className={classes.bell}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => setOpened((was) => !was)}
    >
      <IconBell size={18} stroke={1.6} aria-hidden />
      {unread > 0 && (
        <span className={classes.badge} aria-hidden>
          {unread > most ? `${most}+` : unread}
        </span>
      )}
    </ActionIcon>
  );
  if (mobile) {
    return (
      <>
        {button}
        <Drawer
          {...overlay}
          position="right"
          size="100%"
          title={t('navbar.notifications')}
          closeButtonProps={{ 'aria-label': texts.close }}
          styles={{ body: { padding: 0 }, title: { fontWeight: 600, fontSize: 16 } }}
        >
          <Panel onClose={close} />
        </Drawer>
      </>
    );
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={420} shadow="md" trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('navbar.notifications')}>
        <Panel onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
