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

/** One client's conversation about an order, for staff. */
export function StaffConversationDrawer({ ids, onClose }: { ids: Ids; onClose: () => void }) {
  const { t } = useTranslation('conversations');
  const { data: conversation, error, refetch } = useApiQuery(api.conversations.deskGet, { params: ids });
  const say = useApiMutation(api.conversations.deskSay);
  const reading = useApiMutation(api.conversations.deskRead, { refetch: ['conversations'] });
  const read = (seq: number, settled = false) => reading.run({ params: ids, body: { seq, settled } });
  const last = conversation?.last.seq ?? 0;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={conversation ? `${conversation.order.name} · ${conversation.client.name}` : t('title')}
      state={conversation && <StageChip stage={conversation.order.stage} />}
      action={
        conversation?.waiting_since && (
          <Button variant="default" onClick={() => void read(last, true)}>
            {t('staff.markAnswered')}
          </Button>
        )
      }
    >
      {error && !conversation ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {!conversation && !error && <Skeleton height={160} mt={16} />}
      {conversation && (
        <DetailSection title={t('title')}>
          <Thread
            messages={conversation.messages}
            unread={conversation.unread}
            side="desk"
            onRead={(seq) => read(seq)}
          />
          <Write label={t('writeClient')} busy={say.busy} onSend={(text) => say.run({ params: ids, body: { text } })} />
        </DetailSection>
      )}
    </DetailDrawer>
  );
}
