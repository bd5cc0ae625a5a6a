import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { useTalk, useTalkActs } from './talks.api.ts';
import { Thread, Write } from './thread.tsx';

/** What was written about an order, in its drawer, and the field to write to the agent. */
export function OrderTalk({ order }: { order: { id: string } }) {
  const { t } = useTranslation('talks');
  const may = useMay();
  const { data, error, refetch } = useTalk(order.id);
  const acts = useTalkActs(order.id);
  return (
    <DetailSection title={t('title')}>
      {error && !data ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {data && <Thread messages={data.messages} unread={data.unread} side="client" onRead={acts.read} />}
      {may('orders', 'edit') && <Write label={t('write')} onSend={acts.say} />}
    </DetailSection>
  );
}
