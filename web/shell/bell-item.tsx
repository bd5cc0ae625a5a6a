import { ActionIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBolt,
  IconCheck,
  IconChevronDown,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { notificationEvents, type NotificationEvent } from '#contract/notification-events.ts';
import { TimeCell } from '../components/time-cell.tsx';
import { formatMoney, formatTime } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { SafeHtml } from '../ui/safe-html.tsx';
import type { Notification, useNotificationActions } from './bell-data.ts';
import classes from './bell.module.css';
import { useDomainForBrand } from '../components/brand-domain.ts';

const icons = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  critical: IconCircleX,
} as const;

const isEvent = (key: string | null): key is NotificationEvent => key !== null && key in notificationEvents;

/** What a notification says in the language of the screen. */
function useWords({ event, params, title }: Notification): string {
  const { t, i18n } = useTranslation('notifications');
  const named = useDomainForBrand();
  if (!isEvent(event)) return named(title);
  const { amount, currency } = params;
  const money =
    typeof amount === 'number' ? formatMoney({ amount, currency: String(currency ?? 'USD') }, i18n.language) : '';
  return t(`events.${event}`, { ...params, money });
}

/** Arrow keys walk through the notifications, Home and End to the first and last. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget.closest('[data-bell-list]');
  const items = [...(list?.querySelectorAll<HTMLElement>('[data-bell-item]') ?? [])];
  const at = items.indexOf(event.currentTarget);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  const next = to === undefined ? undefined : items[Math.min(Math.max(to, 0), items.length - 1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

type BellItemProps = { item: Notification; actions: ReturnType<typeof useNotificationActions>; onClose: () => void };

/** One notification: opens its record, or unfolds what staff wrote; either way it is read then. */
export function BellItem({ item, actions, onClose }: BellItemProps) {
  const { t } = useTranslation('notifications');
  const navigate = useNavigate();
  const [unfolded, setUnfolded] = useState(false);
  const contentId = useId();
  const title = useWords(item);
  const { link, is_read } = item;
  // what merely waits for its reader is neither “Info” nor “Done”, though it is done for its sender
  const waits = item.needs_action && (item.severity === 'info' || item.severity === 'success');
  const Icon = waits ? IconBolt : icons[item.severity];
  const handleOpen = () => {
    if (!is_read) void actions.read(item.id);
    if (link === null) return setUnfolded((was) => !was);
    onClose();
    void navigate(link);
  };
  return (
    <li className={classes.item} data-severity={waits ? 'action' : item.severity} data-unread={!is_read}>
      <button
        type="button"
        className={classes.open}
        data-bell-item
        onClick={handleOpen}
        onKeyDown={walk}
        {...(link === null && { 'aria-expanded': unfolded, 'aria-controls': contentId })}
      >
        <Icon className={classes.icon} size={18} stroke={1.75} aria-hidden />
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          <span className={classes.facts}>
            {!is_read && <span className={classes.unread}>{t('unread')}</span>}
            {!waits && <span className={classes.severity}>{t(`severities.${item.severity}`)}</span>}
            {item.needs_action && <span className={waits ? classes.severity : undefined}>{t('actionNeeded')}</span>}
            <Clock time={item.created_at} />
            {item.tags.map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
          </span>
        </span>
        {link === null && <IconChevronDown className={classes.fold} size={16} stroke={1.75} aria-hidden />}
      </button>
      <span className={classes.actions}>
        {!is_read && (
          <ActionIcon size="sm" aria-label={t('read', { title })} onClick={() => void actions.read(item.id)}>
            <IconCheck size={15} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon size="sm" aria-label={t('hide', { title })} onClick={() => void actions.hide(item.id)}>
          <IconX size={15} stroke={1.75} aria-hidden />
        </ActionIcon>
      </span>
      {link === null && (
        <div id={contentId} className={classes.content} hidden={!unfolded}>
          {unfolded && <Content html={item.content} />}
        </div>
      )}
    </li>
  );
}

const dayMs = 24 * 3_600_000;

/** How long ago it was, or from a day on the time of that day, which stands above. */
function Clock({ time }: { time: string }) {
  const now = useNow();
  if (now.getTime() - new Date(time).getTime() < dayMs) return <TimeCell time={time} />;
  return (
    <time dateTime={time} title={formatTime(time)}>
      {formatTime(time, 'h:i')}
    </time>
  );
}

function Content({ html }: { html: string }) {
  return <SafeHtml html={html} replace={useDomainForBrand()} />;
}
