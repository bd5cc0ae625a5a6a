import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DeliveryOption, useDeliveryText } from '#web/components/delivery-days.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { BlockChip } from '#web/components/order-status.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import classes from './drafts.module.css';
import orderClasses from '../orders.module.css';
import type { DraftForm } from './use-draft-form.ts';

type DraftPrice = AnswerOf<Contract['orders']['draftPrice']>;

/** What the order would cost now, by which channel, and what would stop it once it is placed. */
export function DraftCost({ form }: { form: DraftForm }) {
  const { t } = useTranslation('orders-manual');
  const { price, rest, address } = form;
  if (rest.values.lines.length === 0) return <p className={classes.muted}>{t('cost.noLines')}</p>;
  if (address.values.country === '') return <p className={classes.muted}>{t('cost.noCountry')}</p>;
  if (price.error && !price.data) return <ErrorBox error={price.error} onRetry={() => void price.refetch()} />;
  const look = price.data;
  return (
    <div aria-busy={price.isFetching} aria-live="polite" className={classes.cost}>
      {look && <Blocks look={look} />}
      {look?.cost && <Sums look={look} cost={look.cost} />}
      {look && look.channels.length > 0 && <Channels form={form} look={look} />}
    </div>
  );
}

function Blocks({ look }: { look: DraftPrice }) {
  const { t } = useTranslation('orders-manual');
  const { t: to } = useTranslation('orders');
  if (look.blocks.length === 0) return null;
  return (
    <section aria-label={t('cost.blocked')}>
      <p className={classes.muted}>{t('cost.blocked')}</p>
      <ul className={orderClasses.blocks}>
        {look.blocks.map((block) => (
          <li key={block.code} className={orderClasses.block}>
            <BlockChip block={block} />
            <span>{to(`blockFixes.${block.code}`, { was: '', now: '', guard_pct: '' })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sums({ look, cost }: { look: DraftPrice; cost: NonNullable<DraftPrice['cost']> }) {
  const { t } = useTranslation('orders');
  const say = useDeliveryText();
  const money = (amount: number) => <MoneyCell money={{ amount, currency: cost.currency }} />;
  const freight = [t('detail.freight'), look.channel?.name];
  return (
    <dl className={orderClasses.sums}>
      <dt>{t('detail.goods')}</dt>
      <dd>{money(cost.goods)}</dd>
      <dt>
        {freight.filter(Boolean).join(' · ')}
        {look.days && <div className={classes.muted}>{say.whole(look.days)}</div>}
      </dt>
      <dd>{money(cost.freight)}</dd>
      {cost.fees !== 0 && (
        <>
          <dt>{t('detail.fees')}</dt>
          <dd>{money(cost.fees)}</dd>
        </>
      )}
      <dt className={orderClasses.strong}>{t('detail.total')}</dt>
      <dd className={orderClasses.strong}>{money(cost.total)}</dd>
    </dl>
  );
}

function Channels({ form, look }: { form: DraftForm; look: DraftPrice }) {
  const { t, i18n } = useTranslation('orders-edit');
  const say = useDeliveryText();
  const data = look.channels.map(({ channel, cost, days, refuses, too_heavy }) => ({
    value: channel.id,
    label: `${channel.name} · ${formatMoney({ amount: cost.total, currency: cost.currency }, i18n.language)} · ${say.days(days)}`,
    disabled: too_heavy || refuses.length > 0,
  }));
  const parts = new Map(look.channels.map(({ channel, days }) => [channel.id, say.parts(days)]));
  return (
    <Select
      label={t('changePaid.by')}
      data={[{ value: '', label: t('channel.automatic') }, ...data]}
      renderOption={({ option }) => <DeliveryOption label={option.label} parts={parts.get(option.value)} />}
      value={form.rest.values.channel_id ?? ''}
      onChange={(id) => form.rest.setFieldValue('channel_id', id === '' ? null : id)}
      allowDeselect={false}
    />
  );
}
