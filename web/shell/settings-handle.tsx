import { Drawer } from '@mantine/core';
import { IconSettings, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyBoundary, lazyPart } from '../components/lazy-part.tsx';
import { createStore, useStore } from '../lib/store.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { useOverlay } from '../ui/use-overlay.ts';
import classes from './settings.module.css';
import { settings } from './settings-store.ts';

const SettingsPanel = lazyPart(async () => (await import('./settings-panel.tsx')).SettingsPanel);
const opened = createStore(false);

/** Opens the settings from elsewhere, such as the user menu. */
export function openSettings(): void {
  opened.set(true);
}

const close = () => opened.set(false);

/** The handle on the right edge and the panel that it opens; the handle goes along (shell 6). */
export function SettingsHandle({ mobile }: { mobile: boolean }) {
  const { t } = useTranslation();
  const { showSettings } = useStore(settings);
  const isOpen = useStore(opened);
  useFocusBack(isOpen);
  useEffect(() => close, []); // the next session begins with it closed
  const overlay = useOverlay(isOpen, close);
  return (
    <>
      {showSettings && !mobile && (
        <button type="button" className={classes.handle} aria-label={t('settings.open')} onClick={openSettings}>
          <IconSettings size={20} stroke={1.6} aria-hidden />
        </button>
      )}
      {/* a class of `Drawer.Content` would reach the frame around it, too, which must stay fixed to the window */}
      <Drawer.Root {...overlay} position="right" size={260} classNames={{ content: classes.drawer ?? '' }}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('settings.title')}>
          <button type="button" className={classes.handle} aria-label={t('settings.close')} onClick={close}>
            <IconX size={20} stroke={1.6} aria-hidden />
          </button>
          <LazyBoundary fallback={null}>
            <SettingsPanel />
          </LazyBoundary>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
