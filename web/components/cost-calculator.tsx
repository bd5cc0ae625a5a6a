import { NumberInput, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useDeliveryText } from './delivery-days.tsx';
import { Approximate, useConversionText } from './converted.tsx';
import classes from './cost-calculator.module.css';

type Answer = AnswerOf<Contract['shipping']['cost']>;
type Offer = Answer['offers'][number];
export type CostSubject = { variants: readonly { id: string; title: string }[] } | { sku: { id: string } };

const pause = 300; // ms after the last key before it asks again
const mostUnits = 999;

/** What goods cost to a country by each channel, as an order would be charged; nothing is ordered by it. */
export function CostCalculator({ subject, country = 'US' }: { subject: CostSubject; country?: string }) {
  const { t, i18n } = useTranslation('shipping');
  const variants = 'variants' in subject ? subject.variants : [];
  const [chosen, setChosen] = useState(variants[0]?.id ?? '');
  const [destination, setDestination] = useState(country);
  const [quantity, setQuantity] = useState(1);
  const [zip, setZip] = useState('');
  const [asked] = useDebouncedValue({ destination, quantity, zip }, pause);
  const goods =
    'sku' in subject
      ? { skus: `${subject.sku.id}:1` }
      : { variant_id: variants.some(({ id }) => id === chosen) ? chosen : (variants[0]?.id ?? '') };
  const query = useApiQuery(
    api.shipping.cost,
    'sku' in subject || variants.length > 0
      ? {
          query: {
            ...goods,
            destination: asked.destination,
            quantity: asked.quantity,
            ...(asked.zip !== '' && { zip: asked.zip }),
          },
        }
      : null,
    { keepPrevious: true },
  );
  const places = useMemo(
    () => countries.map((code) => ({ value: code, label: countryName(code, i18n.language) })),
    [i18n.language],
  );
  return (
    <div className={classes.stack}>
      <div className={classes.row}>
        {variants.length > 1 && (
          <Select
            label={t('cost.variant')}
            allowDeselect={false}
            searchable
            data={variants.map(({ id, title }) => ({ value: id, label: title }))}
            value={'variant_id' in goods ? goods.variant_id : null}
            onChange={(value) => setChosen(value ?? '')}
          />
        )}
        <Select
          label={t('rate.destination')}
          allowDeselect={false}
          searchable
          data={places}
          value={destination}
          onChange={(value) => setDestination(value ?? destination)}
        />
        <NumberInput
          label={t('cost.quantity')}
          w={96}
          min={1}
          max={mostUnits}
          clampBehavior="strict"
          allowDecimal={false}
          value={quantity}
          onChange={(value) => setQuantity(Math.max(1, Number(value) || 1))}
        />
        <TextInput
          label={t('cost.zip')}
          w={120}
          maxLength={20}
          value={zip}
          onChange={(event) => setZip(event.currentTarget.value)}
        />
      </div>
      {query.error && !query.data ? <ErrorBox error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data && <Offers answer={query.data} />}
    </div>
  );
}

function Offers({ answer }: { answer: Answer }) {
  const { t, i18n } = useTranslation('shipping');
  const say = useConversionText();
  if (answer.missing) return <p className={classes.note}>{t(`cost.missing.${answer.missing}`)}</p>;
  const money = (amount: number, currency: string) => formatMoney({ amount, currency }, i18n.language);
  return (
    <>
      <PlainTable label={t('cost.title')}>
        <thead>
          <tr>
            <th scope="col">{t('rate.channel')}</th>
            <th scope="col">{t('rate.days')}</th>
            <th scope="col" data-align="end" data-spare className={classes.weight}>
              {t('cost.weight')}
            </th>
            <th scope="col" data-align="end" data-spare>
              {t('cost.goods')}
            </th>
            <th scope="col" data-align="end">
              {t('cost.freight')}
            </th>
            <th scope="col" data-align="end" data-spare>
              {t('cost.fees')}
            </th>
            <th scope="col" data-align="end">
              {t('cost.total')}
            </th>
            <th scope="col" data-align="end">
              {t('cost.profit')}
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.offers.map((offer) => (
            <OfferRow key={offer.channel.id} offer={offer} answer={answer} money={money} />
          ))}
        </tbody>
      </PlainTable>
      {answer.store_price && (
        <p className={classes.note}>
          {t('cost.atPrice', { price: money(answer.store_price.amount, answer.store_price.currency) })}
          {answer.converted && ` ${say(answer.converted.conversion)}`}
          {answer.offers.some((offer) => offer.total !== null && offer.profit === null) && ` ${t('cost.noRate')}`}
        </p>
      )}
      {answer.offers.some((offer) => offer.source === 'list') && <p className={classes.note}>{t('cost.listNote')}</p>}
    </>
  );
}

type RowProps = {
  offer: Offer;
  answer: Answer;
  money: (amount: number, currency: string) => string;
};

function OfferRow({ offer, answer: { store_price, converted }, money }: RowProps) {
  const { t, i18n } = useTranslation('shipping');
  const say = useDeliveryText();
  const { weight, currency } = offer;
  const write = (amount: number | null) => (amount === null ? '–' : money(amount, currency));
  const sale = converted?.price ?? store_price ?? undefined;
  const fees = offer.fees.reduce((sum, fee) => sum + fee.amount, 0);
  return (
    <tr data-refused={offer.restrictions.length > 0}>
      <td>
        {offer.channel.name}
        <span className={classes.muted}>
          {t(`cost.tax.${offer.tax_mode}`)}
          {offer.source === 'list' && ` · ${t('cost.list')}`}
        </span>
        {offer.restrictions.map((reason) => (
          <span key={reason.code === 'goods' ? reason.kind : reason.code} className={classes.refusal}>
            {reason.code === 'goods'
              ? t('cost.refuses', { kind: t(`goods.${reason.kind}`) })
              : t('cost.tooHeavy', { grams: reason.max_weight_g })}
          </span>
        ))}
      </td>
      <td className={classes.days}>
        <span className={classes.whole}>{say.days(offer.days)}</span>
        <span className={classes.muted}>{say.parts(offer.days)}</span>
      </td>
      <td data-align="end" data-spare className={classes.weight}>
        {t('cost.grams', { grams: weight.charged_g })}
        {weight.charged_g !== weight.actual_g && (
          <span className={classes.muted}>
            {weight.volume_g > weight.actual_g
              ? t('cost.weights', { actual: weight.actual_g, volume: weight.volume_g })
              : t('cost.rounded', { actual: weight.actual_g })}
          </span>
        )}
      </td>
      <td data-align="end" data-spare>
        {write(offer.goods)}
      </td>
      <td data-align="end">{write(offer.freight)}</td>
      <td data-align="end" data-spare>
        {fees === 0 ? '–' : write(fees)}
        {offer.fees.map((fee) => (
          <span key={fee.code} className={classes.muted}>
            {t(`cost.fee.${fee.code}`)}
          </span>
        ))}
      </td>
      <td data-align="end">
        <strong>{write(offer.total)}</strong>
      </td>
      <td data-align="end">
        {offer.profit !== null && converted ? (
          <span className={classes.whole}>
            <Approximate conversion={converted.conversion}>{write(offer.profit)}</Approximate>
          </span>
        ) : (
          write(offer.profit)
        )}
        {offer.profit !== null && sale !== undefined && sale.amount > 0 && (
          <span className={classes.muted}>
            {t('cost.margin', { percent: formatNumber(Math.round((offer.profit * 100) / sale.amount), i18n.language) })}
          </span>
        )}
      </td>
    </tr>
  );
}
