import { ActionIcon } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '#contract/spec-texts.ts';
import { toast } from '../api/toasts.ts';

/** Full screen of the whole document; the icon follows the real state, so leaving by Escape shows too (shell 5.4). */
export function FullScreenButton() {
  const { t } = useTranslation();
  const [full, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const handleClick = () => {
    if (!document.fullscreenEnabled) return toast.warning(messages.fullscreenUnsupported);
    const change = full ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => toast.warning(messages.fullscreenUnsupported));
  };
  const label = full ? t('navbar.leaveFullscreen') : t('navbar.fullscreen');
  const Icon = full ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <ActionIcon aria-label={label} title={label} data-tour="fullscreen" onClick={handleClick}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
