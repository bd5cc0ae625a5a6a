import { Button, Group, NumberInput, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { decimalToMinor, formatMoney, joinWords, minorToDecimal } from '#web/lib/format.ts';
import { ClientLink } from '#web/components/client-link.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailDrawer, DetailSection, DetailSkeleton } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ClaimState } from './claim-chips.tsx';
import { ClaimDecide } from './claim-decide.tsx';
import {
  ClaimDecision,
  ClaimedLines,
  ClaimEvidenceSection,
  ClaimFacts,
  ClaimThread,
  ClaimTimeline,
} from './claim-sections.tsx';
import type { StaffClaimDetail, Ids } from './claims-types.ts';
import classes from './claims.module.css';
import { unsent } from '#web/lib/unsent.ts';

type Props = { ids: Ids; onClose: () => void; onNext?: () => void };

/** One client's claim, for staff: what speaks for it, what was paid and claimed before, and the decision. */
export function StaffClaimDrawer({ ids, onClose, onNext }: Props) {
  const { t } = useTranslation('claims');
  const { data: claim, error, refetch } = useApiQuery(api.claims.staffGet, { params: ids });
  const [limits, setLimits] = useState(false);
  const isOpen = claim?.actions.some(({ action, allowed }) => action === 'reject' && allowed) === true;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={claim ? `${claim.number} · ${claim.client.name}` : t('title')}
      state={claim && <ClaimState status={claim.status} staff />}
      action={
        claim && (
          <>
            <Button variant="default" onClick={() => setLimits(true)}>
              {t('staff.limits')}
            </Button>
            {onNext && (
              <Button variant={isOpen ? 'default' : 'filled'} onClick={onNext}>
                {t('staff.next')}
              </Button>
            )}
          </>
        )
      }
    >
      {error && !claim ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {!claim && !error && <DetailSkeleton />}
      {claim && (
        <>
          <ClaimDecision claim={claim} client={claim.client} />
          <ClaimDecide key={`${claim.id} ${claim.version}`} ids={ids} claim={claim} {...(onNext && { onNext })} />
          <ClaimFacts claim={claim} />
          <Before claim={claim} />
          <ClaimEvidenceSection claim={claim} accountId={ids.account_id} />
          <ClaimedLines claim={claim} />
          <ClaimThread claim={claim}>{isOpen && <Reply ids={ids} />}</ClaimThread>
          <ClaimTimeline claim={claim} />
        </>
      )}
      {limits && claim && <ClaimLimits ids={ids} client={claim.client.name} onClose={() => setLimits(false)} />}
    </DetailDrawer>
  );
}

/** Writes to the client of an open claim, or notes something among staff; neither decides it. */
function Reply({ ids }: { ids: Ids }) {
  const { t } = useTranslation('claims');
  const send = useApiMutation(api.claims.staffMessage);
  const [text, setText] = useState('');
  const empty = text.trim() === '';
  const handleSend = async (internal: boolean) => {
    if ((await send.run({ params: ids, body: { text, internal } })) !== false) setText(unsent(text));
  };
  return (
    <Stack gap={12} pt={12}>
      <Unsaved when={!empty} />
      <Textarea
        label={t('staff.message')}
        description={t('staff.messageHelp')}
        autosize
        minRows={2}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap={8}>
        <Button
          variant="default"
          disabled={empty}
          loading={send.input?.body.internal === false}
          onClick={() => void handleSend(false)}
        >
          {t('send')}
        </Button>
        <Button
          variant="subtle"
          disabled={empty}
          loading={send.input?.body.internal === true}
          onClick={() => void handleSend(true)}
        >
          {t('staff.addNote')}
        </Button>
      </Group>
    </Stack>
  );
}

/** What was paid and claimed before. */
function Before({ claim }: { claim: StaffClaimDetail }) {
  const { t, i18n } = useTranslation('claims');
  const earlier = joinWords(
    claim.earlier.map((one) => `${one.number} (${t(`statuses.${one.status}`)})`),
    i18n.language,
  );
  return (
    <DetailSection title={t('detail.order')}>
      <Facts
        facts={[
          {
            label: t('detail.order'),
            value: (
              <>
                <ClientLink client={claim.client} to={withQuery(paths.orders, { order: claim.order.id })}>
                  {claim.order.name}
                </ClientLink>
                {` · ${claim.order.store}`}
              </>
            ),
          },
          {
            label: t('staff.left'),
            value:
              claim.left > 0
                ? formatMoney({ amount: claim.left, currency: claim.currency }, i18n.language)
                : t('staff.noneLeft'),
          },
          { label: t('staff.rate'), value: `${(claim.rate_bp / 100).toFixed(1)}%` },
          { label: t('staff.earlier'), value: earlier || t('staff.noEarlier') },
        ]}
      />
    </DetailSection>
  );
}

type Limits = AnswerOf<Contract['claims']['limits']>;
type ClaimLimitsProps = { ids: Ids; client: string; onClose: () => void };

/** Up to where a client's claims are approved by themselves. */
function ClaimLimits(props: ClaimLimitsProps) {
  const { data } = useApiQuery(api.claims.limits, { params: { account_id: props.ids.account_id } });
  return data ? <LimitsForm {...props} limits={data} /> : <Skeleton height={1} />;
}

function LimitsForm({ ids, client, onClose, limits }: ClaimLimitsProps & { limits: Limits }) {
  const { t } = useTranslation('claims');
  const save = useApiMutation(api.claims.setLimits, { refetch: ['claims'] });
  const [amount, setAmount] = useState(minorToDecimal(limits.auto_amount, limits.currency));
  const [rate, setRate] = useState<number | string>(limits.max_rate_bp / 100);
  const minor = decimalToMinor(amount, limits.currency);
  const dirty = minor !== limits.auto_amount || Number(rate) * 100 !== limits.max_rate_bp;
  const handleSubmit = () => {
    const max_rate_bp = Math.round(Number(rate) * 100);
    const body = { auto_amount: minor ?? 0, max_rate_bp, version: limits.version };
    return save.run({ params: { account_id: ids.account_id }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`${t('staff.limitsTitle')} · ${client}`}
      submitLabel={t('staff.save')}
      missing={minor === undefined ? t('staff.amountMissing') : undefined}
      dirty={dirty}
      onSubmit={handleSubmit}
    >
      <Unsaved when={dirty} />
      <p className={classes.muted}>{t('staff.limitsHelp')}</p>
      <TextInput
        label={t('staff.limitsAmount', { currency: limits.currency })}
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
        data-autofocus
      />
      <NumberInput
        label={t('staff.limitsRate')}
        description={t('staff.limitsNow', { rate: (limits.rate_bp / 100).toFixed(1) })}
        min={0}
        max={100}
        decimalScale={2}
        value={rate}
        onChange={setRate}
      />
    </FormDialog>
  );
}
