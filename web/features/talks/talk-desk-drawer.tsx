import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StageChip } from '#web/components/order-status.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { type Ids, useDeskTalk, useDeskTalkActs } from './talks.api.ts';
import { Thread, Write } from './thread.tsx';

/** The talk about one client's order on the desk. */
export function TalkDeskDrawer({ ids, onClose }: { ids: Ids; onClose: () => void }) {
  const { t } = useTranslation('talks');
  const { data: talk, error, refetch } = useDeskTalk(ids);
  const acts = useDeskTalkActs(ids);
  const last = talk?.last.seq ?? 0;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={talk ? `${talk.order.name} · ${talk.client.name}` : t('title')}
      state={talk && <StageChip stage={talk.order.stage} />}
      action={
        talk?.waiting_since && (
          <Button variant="default" onClick={() => void acts.read(last, true)}>
            {t('desk.settle')}
          </Button>
        )
      }
    >
      {error && !talk ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {!talk && !error && <Skeleton height={160} mt={16} />}
      {talk && (
        <DetailSection title={t('title')}>
          <Thread messages={talk.messages} unread={talk.unread} side="desk" onRead={acts.read} />
          <Write label={t('writeClient')} onSend={acts.say} />
        </DetailSection>
      )}
    </DetailDrawer>
  );
}
