import { Button, Group, Menu, Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDots, IconShare2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#contract/endpoint.ts';
import { quoteCan } from '#contract/quote-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery, useShowAnswer } from '#web/api/use-api-query.ts';
import { useActing } from '#web/components/session.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { PayMoved } from '../accept-effect.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { CounterDialog } from './counter-dialog.tsx';
import type { QuoteDetail } from '../quotes-types.ts';
import classes from '../quotes.module.css';

type Open = 'accept' | 'counter' | 'decline';

type DeclineReason = InputOf<Contract['quotes']['decline']>['body']['reason'];

const declineReasons: readonly DeclineReason[] = ['price', 'time', 'quality', 'other'];

/** What the client can do with a quote as it stands. */
export function QuoteActions({
  quote,
  onRequestedAgain,
  onPay,
}: {
  quote: QuoteDetail;
  onRequestedAgain: (id: string) => void;
  onPay: (orderIds: readonly string[]) => void;
}) {
  const acting = useActing();
  if (quoteCan.accept(quote.status)) return acting ? null : <Offered quote={quote} />;
  if (quoteCan.cancel(quote.status)) return <CancelRequest quote={quote} />;
  if (quoteCan.askAgain(quote.status)) return <RequestAgain quote={quote} onRequestedAgain={onRequestedAgain} />;
  return <Accepted quote={quote} onPay={onPay} />;
}

function Accepted({ quote: { id }, onPay }: { quote: QuoteDetail; onPay: (orderIds: readonly string[]) => void }) {
  const acting = useActing();
  const effect = useApiQuery(api.quotes.acceptEffect, { params: { id } }).data;
  return (
    <Group gap={8} wrap="nowrap">
      {!acting && <ShareButton quoteId={id} />}
      <PayMoved effect={effect} onPay={onPay} />
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
      cancels: true,
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

/** Makes, shows once and ends the link that shows a quote without a login. */
function ShareButton({ quoteId }: { quoteId: string }) {
  const { t } = useTranslation('quotes');
  const [url, setUrl] = useState<string>();
  const params = { id: quoteId };
  const state = useApiQuery(api.quotes.shareState, { params });
  const look = () => state.refetch();
  const share = useApiMutation(api.quotes.share, {
    onSuccess: (answer) => {
      setUrl(answer.url);
      return look();
    },
  });
  const unshare = useApiMutation(api.quotes.unshare, {
    onSuccess: () => {
      toast.success(t('share.ended'));
      return look();
    },
  });
  const shared = state.data?.shared === true;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconShare2 size={16} stroke={1.6} aria-hidden />}>
            {t('share.button')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void share.run({ params })}>
            {shared ? t('share.again') : t('share.make')}
          </Menu.Item>
          {shared && <Menu.Item onClick={() => void unshare.run({ params })}>{t('share.end')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <ModalFrame opened={url !== undefined} onClose={() => setUrl(undefined)} title={t('share.title')}>
        <p className={classes.lead}>{t('share.text')}</p>
        <p className={classes.link}>
          <span>{url}</span>
          <CopyButton value={url ?? ''} label={t('share.title')} />
        </p>
      </ModalFrame>
    </>
  );
}

/** Says no to an answered quote, with the reason that helps the agent. */
function DeclineDialog({ quote, onClose }: { quote: QuoteDetail; onClose: () => void }) {
  const { t } = useTranslation('quotes');
  const show = useShowAnswer(api.quotes.get);
  const decline = useApiMutation(api.quotes.decline, {
    onSuccess: (answer, { params }) => show({ params }, answer),
  });
  const form = useForm<{ reason: DeclineReason; note: string }>({ initialValues: { reason: 'price', note: '' } });
  const handleSubmit = () => {
    const { reason, note } = form.values;
    const body = { reason, ...(note.trim() !== '' && { note }) };
    return decline.run({ params: { id: quote.id }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('declineTitle', { number: quote.number })}
      submitLabel={t('decline')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <p className={classes.lead}>{t('declineLead')}</p>
      <Select
        label={t('declineReason')}
        allowDeselect={false}
        data={declineReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        {...form.getInputProps('reason')}
      />
      <Textarea label={t('declineNote')} autosize minRows={2} maxLength={500} {...form.getInputProps('note')} />
    </FormDialog>
  );
}
