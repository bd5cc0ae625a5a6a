import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StageChip } from '#web/components/order-status.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { Thread, Write } from './thread.tsx';

type Ids = { account_id: string; id: string };

/** The conversation about one client's order on the desk. */
export function TalkDeskDrawer({ ids, onClose }: { ids: Ids; onClose: () => void }) {
  const { t } = useTranslation('conversations');
  const { data: talk, error, refetch } = useApiQuery(api.conversations.deskGet, { params: ids });
  const say = useApiMutation(api.conversations.deskSay);
  const reading = useApiMutation(api.conversations.deskRead, { refetch: ['conversations'] });
  const read = (seq: number, settled = false) => reading.run({ params: ids, body: { seq, settled } });
  const last = talk?.last.seq ?? 0;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={talk ? `${talk.order.name} · ${talk.client.name}` : t('title')}
      state={talk && <StageChip stage={talk.order.stage} />}
      action={
        talk?.waiting_since && (
          <Button variant="default" onClick={() => void read(last, true)}>
            {t('desk.settle')}
          </Button>
        )
      }
    >
      {error && !talk ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {!talk && !error && <Skeleton height={160} mt={16} />}
      {talk && (
        <DetailSection title={t('title')}>
          <Thread messages={talk.messages} unread={talk.unread} side="desk" onRead={(seq) => read(seq)} />
          <Write label={t('writeClient')} busy={say.busy} onSend={(text) => say.run({ params: ids, body: { text } })} />
        </DetailSection>
      )}
    </DetailDrawer>
  );
}
