import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '#web/components/list-page.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { toast } from '#web/api/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { NoticeForm } from './notice-form.tsx';
import { noticeColumns } from './notice-columns.tsx';
import type { Notice } from './notifications-types.ts';

const tabs = ['all', 'scheduled', 'live', 'ended', 'withdrawn'] as const;
const rowId = (notice: Notice) => notice.id;
const canWithdraw = ({ state }: Notice) => state === 'live' || state === 'scheduled';

/** The provider's notices: what merchants are told, when, and how many have read it. */
export function NoticesPage() {
  const { t } = useTranslation('notifications');
  const list = useListPage(api.notifications.deskList, { tabs, columns: useMemo(() => noticeColumns(t), [t]) });
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
      rowActions={(notice) =>
        canWithdraw(notice) ? [{ label: t('staff.withdraw'), onClick: () => void handleWithdraw(notice) }] : []
      }
      empty={{ title: t(list.tab === 'all' ? 'staff.emptyFirst' : 'staff.empty') }}
    >
      {writing && <NoticeForm onClose={() => setWriting(false)} />}
    </ListPage>
  );
}
