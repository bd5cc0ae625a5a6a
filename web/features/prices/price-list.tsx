import { useClientEmpty } from '#web/components/client-empty.ts';
import { DaySpan } from '#web/components/delivery-days.tsx';
import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, type Contract } from '#web/api/client.ts';
import { formulaText } from '#web/components/freight-text.ts';
import type { ListFilter } from '#web/components/list-filters.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import { ListStates, stateOf } from '#web/components/list-states.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { useListPage } from '#web/components/use-list-page.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Column } from '#web/ui/column.ts';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { clientColumn } from './change-columns.tsx';
import { ChangeChip, type Texts } from './price-text.tsx';
import classes from './prices.module.css';
import type { StaffPrice } from './prices-types.ts';

type Price = AnswerOf<Contract['prices']['list']>[number];

const states = ['current', 'ended'] as const;
const rowId = (price: Price) => price.id;
const rowName = (price: Price) => `${price.sku.code}, ${price.destination}, ${price.channel.name}`;

/** What each item costs to each country by each channel, with validity, lock and the quote it was agreed in. */
export function PriceList() {
  const { t, i18n } = useTranslation('prices');
  const ofClient = useClientEmpty();
  const list = useListPage(api.prices.list, {
    name: 'prices',
    columns: useMemo(() => priceColumns(t, i18n.language), [t, i18n.language]),
    filters: useDestinationFilter(),
    ask: (url) => ({ tab: stateOf(url, states) }),
  });
  return (
    <ListPanel
      title={t('list')}
      list={list}
      search={t('search')}
      tools={
        <ListStates
          url={list.url}
          states={states}
          label={t('validityLabel')}
          stateLabel={(value) => t(`validity.${value}`)}
        />
      }
      rowId={rowId}
      rowName={rowName}
      opens={{ price: rowId }}
      renderDetail={({ ids, close }) => ids.price !== undefined && <PriceDrawer id={ids.price} onClose={close} />}
      empty={ofClient('prices', { drawing: 'box', title: t('emptyList'), text: t('emptyListText') })}
    />
  );
}

/** Prices to one country. */
export function useDestinationFilter(): readonly ListFilter[] {
  const { t, i18n } = useTranslation('prices');
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'destination',
        label: t('columns.to'),
        options: countries.map((value) => ({ value, label: countryName(value, i18n.language) })),
      },
    ],
    [t, i18n.language],
  );
}

/** Columns of the price list. */
export function priceColumns(t: Texts, language: string): Column<Price>[] {
  return [
    {
      id: 'item',
      header: t('columns.item'),
      main: true,
      cell: ({ sku }) => <Identity picture={<Picture url={sku.picture_url} />} title={sku.title} detail={sku.code} />,
    },
    {
      id: 'to',
      header: t('columns.to'),
      wraps: true,
      card: 'words',
      cell: ({ destination, channel, days_min, days_max, tax_mode }) => (
        <>
          {countryName(destination, language)}
          <span className={classes.muted} data-whole>
            {channel.name}&nbsp;· <DaySpan min={days_min} max={days_max} />
            &nbsp;· {tax_mode}
          </span>
        </>
      ),
    },
    {
      id: 'unit',
      header: t('columns.unit'),
      align: 'end',
      card: 'fact',
      cell: ({ unit_price, currency }) => <MoneyCell money={{ amount: unit_price, currency }} />,
    },
    {
      id: 'since',
      from: 1280,
      header: t('columns.since'),
      card: 'hidden',
      cell: (price) => <Validity price={price} t={t} />,
    },
    {
      id: 'lock',
      header: t('columns.lock'),
      card: 'fact',
      cell: ({ locked_until }) => (locked_until ? <TimeCell time={locked_until} /> : '–'),
    },
    {
      id: 'origin',
      from: 1280,
      header: t('columns.origin'),
      card: 'hidden',
      cell: ({ quote, proposal }) => proposal?.number ?? (quote ? t('quoteVersion', quote) : '–'),
    },
    {
      id: 'pending',
      header: t('columns.pending'),
      card: 'fact',
      blank: ({ pending }) => pending === null,
      cell: ({ pending }) => (pending ? <ChangeChip status={pending.status} t={t} /> : '–'),
    },
  ];
}

/** The same for staff, with whose price it is. */
export function staffPriceColumns(t: Texts, language: string): Column<StaffPrice>[] {
  const [item, ...rest] = priceColumns(t, language) as Column<StaffPrice>[]; // a row of staff has all that a row has
  // beside the client the destination keeps its line before the day is shown
  const others = rest.map((column) => (column.id === 'since' ? { ...column, from: 1440 as const } : column));
  return item ? [item, clientColumn(t), ...others] : others;
}

function Validity({ price, t }: { price: Price; t: Texts }) {
  return (
    <>
      <TimeCell time={price.valid_from} />
      {price.valid_to && (
        <span className={classes.muted}>
          <Trans t={t} i18nKey="until" components={{ day: <TimeCell time={price.valid_to} /> }} />
        </span>
      )}
    </>
  );
}

/** One price, current or ended: what a cost of an order was computed from. */
function PriceDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, i18n } = useTranslation('prices');
  const { t: freightTexts } = useTranslation('shipping');
  const { data: price, error, refetch } = useApiQuery(api.prices.get, { params: { id } });
  const money = (amount: number) => formatMoney({ amount, currency: price?.currency ?? 'USD' }, i18n.language);
  return (
    <DetailDrawer opened onClose={onClose} title={price ? `${price.sku.title} · ${price.sku.code}` : t('list')}>
      {error && !price ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {price && (
        <DetailSection title={t(price.valid_to ? 'ended' : 'inEffect')}>
          <Facts
            facts={[
              {
                label: t('columns.to'),
                value: `${countryName(price.destination, i18n.language)} · ${price.channel.name}`,
              },
              { label: t('columns.unit'), value: money(price.unit_price) },
              { label: t('freight'), value: formulaText(freightTexts, price.formula, money) },
              { label: t('columns.since'), value: <Validity price={price} t={t} /> },
              { label: t('columns.lock'), value: price.locked_until && <TimeCell time={price.locked_until} /> },
              {
                label: t('columns.quote'),
                value: price.quote ? (
                  <Anchor component={Link} to={withQuery(paths.quotes, { quote: price.quote.id })} inherit>
                    {t('quoteVersion', price.quote)}
                  </Anchor>
                ) : null,
              },
              {
                label: t('columns.proposal'),
                value: price.proposal ? (
                  <Anchor
                    component={Link}
                    to={withQuery(paths.quotes, { tab: 'price_changes', state: 'all', proposal: price.proposal.id })}
                    inherit
                  >
                    {price.proposal.number} · {t(`reasons.${price.proposal.reason}`)}
                  </Anchor>
                ) : null,
              },
            ]}
          />
        </DetailSection>
      )}
    </DetailDrawer>
  );
}
