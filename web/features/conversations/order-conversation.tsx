import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { Thread, Write } from './thread.tsx';

/** What was written about an order, in its drawer, and the field to write to the agent; links to it come with `part=messages`. */
export function OrderConversation({ order }: { order: { id: string } }) {
  const { t } = useTranslation('conversations');
  const may = useMay();
  const { data, error, refetch } = useApiQuery(api.conversations.list, { params: { id: order.id } });
  const params = { id: order.id };
  const say = useApiMutation(api.conversations.say);
  const url = useListUrl();
  const place = useRef<HTMLDivElement>(null);
  const led = url.get('part') === 'messages' && data !== undefined;
  const show = useEffectEvent(() => {
    place.current?.scrollIntoView({ block: 'center' });
    url.show({ part: undefined });
  });
  useEffect(() => {
    if (led) show();
  }, [led]);
  const read = useApiMutation(api.conversations.read, { refetch: ['conversations', 'dashboard'] });
  return (
    <DetailSection title={t('title')}>
      {error && !data ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {data && (
        <div ref={place}>
          <Thread
            messages={data.messages}
            unread={data.unread}
            side="client"
            onRead={(seq) => read.run({ params, body: { seq } })}
          />
        </div>
      )}
      {may('orders', 'edit') && (
        <Write label={t('write')} busy={say.busy} onSend={(text) => say.run({ params, body: { text } })} />
      )}
    </DetailSection>
  );
}
