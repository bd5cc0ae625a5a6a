import { Button, Group, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { quoteCan } from '#contract/quote-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { CounterDialog } from './counter-dialog.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { ShareButton } from './share-button.tsx';
import type { QuoteDetail } from '../quotes-types.ts';

type Open = 'accept' | 'counter' | 'decline';

/** What the client can do with a quote as it stands. */
export function QuoteActions({
  quote,
  onRequestedAgain,
}: {
  quote: QuoteDetail;
  onRequestedAgain: (id: string) => void;
}) {
  const { t } = useTranslation('quotes');
  if (quoteCan.accept(quote.status)) return <Offered quote={quote} />;
  if (quoteCan.cancel(quote.status)) return <CancelRequest quote={quote} />;
  if (quoteCan.askAgain(quote.status)) return <RequestAgain quote={quote} onRequestedAgain={onRequestedAgain} />;
  return (
    <Group gap={8} wrap="nowrap">
      <ShareButton quoteId={quote.id} />
      <Button component={Link} to={withQuery(paths.orders, { tab: 'to_pay' })} variant="default">
        {t('toOrders')}
      </Button>
    </Group>
  );
}

function Offered({ quote }: { quote: QuoteDetail }) {
  const { t } = useTranslation('quotes');
  const [open, setOpen] = useState<Open>();
  const version = quote.versions.find((known) => known.version === quote.current_version);
  if (!version) return null;
  const close = () => setOpen(undefined);
  const dialogs: Record<Open, ReactNode> = {
    accept: <AcceptDialog quote={quote} version={version} onClose={close} />,
    counter: <CounterDialog quote={quote} version={version} onClose={close} />,
    decline: <DeclineDialog quote={quote} onClose={close} />,
  };
  return (
    <Group gap={8} wrap="nowrap">
      <ShareButton quoteId={quote.id} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px={8} aria-label={t('moreActions')}>
            <IconDots size={16} stroke={1.75} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('counter')}>{t('counter.open')}</Menu.Item>
          <Menu.Item onClick={() => setOpen('decline')}>{t('decline')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button onClick={() => setOpen('accept')}>{t('accept')}</Button>
      {open && dialogs[open]}
    </Group>
  );
}

function CancelRequest({ quote }: { quote: QuoteDetail }) {
  const { t } = useTranslation('quotes');
  const cancel = useApiMutation(api.quotes.cancel);
  const confirm = useConfirm();
  const handleCancel = async () => {
    const question = {
      title: t('cancelTitle', { number: quote.number }),
      text: t('cancelText'),
      confirmLabel: t('cancel'),
      destructive: true,
    };
    if (await confirm(question)) await cancel.run({ params: { id: quote.id } });
  };
  return (
    <Button variant="default" loading={cancel.busy} onClick={() => void handleCancel()}>
      {t('cancel')}
    </Button>
  );
}

function RequestAgain({ quote, onRequestedAgain }: { quote: QuoteDetail; onRequestedAgain: (id: string) => void }) {
  const { t } = useTranslation('quotes');
  const { run, busy } = useApiMutation(api.quotes.askAgain, {
    onSuccess: ({ id, number }) => {
      toast.success(t('request.requested', { number }));
      onRequestedAgain(id);
    },
  });
  return (
    <Button loading={busy} onClick={() => void run({ params: { id: quote.id } })}>
      {t('requestAgain')}
    </Button>
  );
}
