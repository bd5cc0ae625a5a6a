import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { toast } from '#web/api/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { formatTime } from '#web/lib/format.ts';
import type { Column } from '#web/ui/column.ts';
import { languages } from '#web/i18n/index.ts';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { NoticeView } from './notice-dialog.tsx';
import { NoticeForm } from './notice-form.tsx';

const tabs = ['all', 'scheduled', 'live', 'ended', 'withdrawn'] as const;
type Notice = AnswerOf<Contract['notifications']['staffList']>[number];

const tones: Record<Notice['state'], StatusTone> = {
  scheduled: 'blue',
  live: 'green',
  ended: 'grey',
  withdrawn: 'red',
};

const rowId = (notice: Notice) => notice.id;
const canWithdraw = ({ state }: Notice) => state === 'live' || state === 'scheduled';

/** The provider's notices: what merchants are told, when, and how many have read it. */
export function NoticesPage() {
  const { t } = useTranslation('notifications');
  const list = useListPage(api.notifications.staffList, {
    name: 'notices',
    tabs,
    columns: useMemo(() => noticeColumns(t), [t]),
    unreported: true, // a reader tells nobody else
  });
  const [writing, setWriting] = useState(false);
  const confirm = useConfirm();
  const withdraw = useApiMutation(api.notifications.remove);
  const handleWithdraw = async ({ id, title }: Notice) => {
    const sure = await confirm({
      title: t('staff.withdrawTitle', { title }),
      text: t('staff.withdrawText'),
      confirmLabel: t('staff.withdraw'),
      destructive: true,
    });
    if (sure && (await withdraw.run({ params: { id } })) !== false) toast.success(t('staff.withdrawn', { title }));
  };
  const write = <Button onClick={() => setWriting(true)}>{t('staff.write')}</Button>;
  return (
    <ListPage
      title={t('staff.title')}
      state={t('staff.text')}
      actions={write}
      list={list}
      tabLabel={(tab) => t(`staff.states.${tab}`)}
      rowId={rowId}
      rowName={(notice) => notice.title}
      opens={{ notice: rowId }}
      renderDetail={({ row, close }) => row && <NoticeView notice={row} onClose={close} />}
      rowActions={(notice) => [
        { label: t('staff.view'), onClick: () => list.url.show({ notice: notice.id }) },
        ...(canWithdraw(notice) ? [{ label: t('staff.withdraw'), onClick: () => void handleWithdraw(notice) }] : []),
      ]}
      empty={
        list.tab === 'all'
          ? { drawing: 'file', title: t('staff.emptyFirst'), text: t('staff.emptyText'), action: write }
          : { drawing: 'search', title: t('staff.empty') }
      }
    >
      {writing && <NoticeForm onClose={() => setWriting(false)} />}
    </ListPage>
  );
}

function audienceOf({ audience }: Notice, t: TFunction<'notifications'>): string {
  if (audience.to === 'domain') return audience.domain;
  return audience.to === 'accounts' ? t('staff.accounts', { count: audience.account_ids.length }) : t('staff.everyone');
}

/** What a notice is written in: “English, 简体中文”. */
const languagesOf = ({ language, translation }: Notice): string =>
  translation === null ? languages[language] : Object.values(languages).join(', ');

/** Columns of the list of notices. */
function noticeColumns(t: TFunction<'notifications'>): Column<Notice>[] {
  return [
    {
      id: 'title',
      header: t('staff.columns.title'),
      main: true,
      cell: (notice) => (
        <Identity
          title={notice.title}
          detail={[
            t(`staff.kinds.${notice.kind}`),
            t(`severities.${notice.severity}`),
            languagesOf(notice),
            ...notice.tags,
          ].join(' · ')}
        />
      ),
    },
    {
      id: 'state',
      header: t('staff.columns.state'),
      card: 'fact',
      cell: (notice) => <StatusChip tone={tones[notice.state]} label={t(`staff.states.${notice.state}`)} />,
    },
    { id: 'audience', header: t('staff.columns.audience'), card: 'fact', cell: (notice) => audienceOf(notice, t) },
    {
      id: 'shown',
      header: t('staff.columns.shown'),
      card: 'fact',
      cell: ({ starts_at, ended_at }) =>
        ended_at === null
          ? t('staff.from', { from: formatTime(starts_at) })
          : t('staff.fromTo', { from: formatTime(starts_at), to: formatTime(ended_at) }),
    },
    {
      id: 'reads',
      header: t('staff.columns.reads'),
      align: 'end',
      card: 'fact',
      cell: ({ reads, readers }) => (readers === null ? reads : t('staff.reads', { reads, readers })),
    },
    {
      id: 'author',
      from: 1280,
      header: t('staff.columns.author'),
      card: 'hidden',
      cell: (notice) => notice.created_by,
    },
  ];
}
