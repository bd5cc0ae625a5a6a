import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { useListUrl } from '#web/components/use-list-url.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { NoticeForm } from './notice-form.tsx';
import { noticeColumns } from './notice-columns.tsx';
import type { Notice } from './notifications-types.ts';

const noticeTabs = ['all', 'scheduled', 'live', 'ended', 'withdrawn'] as const;
const rowId = (notice: Notice) => notice.id;
const canWithdraw = ({ state }: Notice) => state === 'live' || state === 'scheduled';

/** The provider's notices: what merchants are told, when, and how many have read it. */
export function NoticesPage() {
  const { t } = useTranslation('notifications');
  const url = useListUrl();
  const tab = noticeTabs.find((known) => known === url.tab) ?? 'all';
  const query = useApiQuery(
    api.notifications.deskList,
    { query: { page: url.page, per_page: url.per_page, tab } },
    { keepPrevious: true },
  );
  const columns = useMemo(() => noticeColumns(t), [t]);
  const [writing, setWriting] = useState(false);
  const confirm = useConfirm();
  const withdraw = useApiMutation(api.notifications.remove);
  const handleWithdraw = async ({ id, title }: Notice) => {
    const sure = await confirm({
      title: t('desk.withdrawTitle', { title }),
      text: t('desk.withdrawText'),
      confirmLabel: t('desk.withdraw'),
      destructive: true,
    });
    if (sure && (await withdraw.run({ params: { id } })) !== false) toast.success(t('desk.withdrawn', { title }));
  };
  const write = <Button onClick={() => setWriting(true)}>{t('desk.write')}</Button>;
  const counts = query.data?.meta.counts;
  return (
    <Page title={t('desk.title')} state={t('desk.text')} actions={write}>
      <Panel padding="none">
        <CountTabs
          label={t('desk.title')}
          tabs={noticeTabs.map((value) => ({ value, label: t(`desk.states.${value}`), count: counts?.[value] }))}
          value={tab}
          onChange={(value) => url.set({ tab: value === 'all' ? undefined : value })}
        />
        <DataTable
          label={t('desk.title')}
          query={query}
          columns={columns}
          rowId={rowId}
          rowName={(notice) => notice.title}
          actions={(notice) =>
            canWithdraw(notice) ? [{ label: t('desk.withdraw'), onClick: () => void handleWithdraw(notice) }] : []
          }
          empty={{ title: t(tab === 'all' ? 'desk.emptyFirst' : 'desk.empty') }}
          onPage={url.setPage}
          onPerPage={url.setPerPage}
        />
      </Panel>
      {writing && <NoticeForm onClose={() => setWriting(false)} />}
    </Page>
  );
}
