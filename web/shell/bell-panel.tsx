import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notificationTabs, type NotificationTab } from '#contract/notification-events.ts';
import { formatDate } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { CountTabs } from '../ui/count-tabs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { type Notification, useNotificationActions, useNotifications, useUnread } from './bell-data.ts';
import { BellItem } from './bell-item.tsx';
import classes from './bell.module.css';

const dayMs = 24 * 3_600_000;

/** Neighbours of the same day together; the list is in order already. */
function byDay(list: readonly Notification[]): { day: string; items: Notification[] }[] {
  const groups: { day: string; items: Notification[] }[] = [];
  for (const item of list) {
    const day = formatDate(item.created_at);
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
}

/** A button that goes away under the focus leaves it to the list, so that keys go on working and Escape closes. */
function useFocusKept(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  });
}

/** What the bell holds: tabs, notifications by day, and more on demand. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notifications');
  const [tab, setTab] = useState<NotificationTab>('all');
  const query = useNotifications(tab);
  const unread = useUnread();
  const actions = useNotificationActions();
  const list = useRef<HTMLDivElement>(null);
  useFocusKept(list);
  const pages = query.data?.pages ?? [];
  const counts = pages.at(-1)?.meta.counts;
  const tabs = notificationTabs.map((value) => ({
    value,
    label: t(`tabs.${value}`),
    count: value === 'all' ? undefined : counts?.[value],
    attention: value === 'action',
  }));
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2>{t('title')}</h2>
        <Button size="compact-sm" variant="subtle" disabled={unread === 0} onClick={() => void actions.readAll()}>
          {t('readAll')}
        </Button>
      </div>
      <CountTabs
        label={t('tabsLabel')}
        tabs={tabs}
        value={tab}
        onChange={(value) => setTab(notificationTabs.find((known) => known === value) ?? 'all')}
      />
      <div
        className={classes.list}
        ref={list}
        data-bell-list
        tabIndex={-1}
        role="group"
        aria-label={t(`tabs.${tab}`)}
        aria-busy={query.isFetching}
      >
        {query.isError && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && pages[0]?.data.length === 0 && <EmptyState drawing="box" title={t(`empty.${tab}`)} />}
        <Days list={pages.flatMap((page) => page.data)} actions={actions} onClose={onClose} />
        {query.hasNextPage && (
          <Button
            className={classes.more}
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('more')}
          </Button>
        )}
      </div>
    </div>
  );
}

type DaysProps = {
  list: readonly Notification[];
  actions: ReturnType<typeof useNotificationActions>;
  onClose: () => void;
};

function Days({ list, actions, onClose }: DaysProps) {
  const { t } = useTranslation('notifications');
  const now = useNow();
  const today = formatDate(now);
  const yesterday = formatDate(new Date(now.getTime() - dayMs));
  return byDay(list).map(({ day, items }) => (
    <section key={day} aria-label={day}>
      <h3 className={classes.day}>{day === today ? t('today') : day === yesterday ? t('yesterday') : day}</h3>
      <ul className={classes.items}>
        {items.map((item) => (
          <BellItem key={item.id} item={item} actions={actions} onClose={onClose} />
        ))}
      </ul>
    </section>
  ));
}
