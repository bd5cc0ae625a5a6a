import { Anchor, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { formatMoney, formatTime } from '#web/lib/format.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { orderEventKey } from '#web/components/order-event-key.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from './order-history.module.css';

const amountNames = /(^|\.|_)(amount|unit_price|cost|total|paid|refund)$/;
const dateNames = /(_at|_from|deadline|until)$/;
const storeTables: Record<string, string> = { store_payment: 'financial', store_fulfillment: 'fulfilments' };

type OrderHistory = AnswerOf<Contract['orderHistory']['get']>;
type TimelineEntry = OrderHistory['entries'][number];

/** Everything that happened to an order and what each decision was made from, newest first; then its bill computed again. */
export function TimelineEntries({ orderId, accountId }: { orderId: string; accountId?: string | undefined }) {
  const { t } = useTranslation('order-history');
  const id = orderId;
  const own = useApiQuery(api.orderHistory.get, accountId === undefined ? { params: { id } } : null);
  const staffs = useApiQuery(
    api.orderHistory.staffGet,
    accountId === undefined ? null : { params: { account_id: accountId, id } },
  );
  const query = accountId === undefined ? own : staffs;
  if (query.error !== null && !query.data) return <ErrorBox error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={240} mt={12} />;
  const newestFirst = query.data.entries.toReversed();
  return (
    <>
      <ol className={classes.timeline} aria-label={t('title')}>
        {newestFirst.map((entry, place) => (
          // entries have no name of their own; their order is the time's
          <Entry
            key={`${entry.at} ${entry.kind} ${newestFirst.length - place}`}
            entry={entry}
            orderId={orderId}
            staff={accountId !== undefined}
          />
        ))}
      </ol>
      {query.data.cost && <TimelineBill cost={query.data.cost} />}
    </>
  );
}

type EntryProps = { entry: TimelineEntry; orderId: string; staff: boolean };

function Entry({ entry, orderId, staff }: EntryProps) {
  const { t } = useTranslation('order-history');
  const words = useTimelineTexts();
  const [open, setOpen] = useState(false);
  const id = useId();
  const sentence = words.sentence(entry);
  return (
    <li className={classes.entry} data-source={entry.source}>
      <time className={classes.muted} dateTime={entry.at}>
        {formatTime(entry.at)}
      </time>
      <div className={classes.sentence}>
        <span className={classes.source}>{t(`sources.${entry.source}`)}</span>
        <span className={classes.sentence}>
          {sentence}
          {entry.by !== null && <span className={classes.by}> · {entry.by}</span>}
        </span>
        <span className={classes.ways}>
          <Origin entry={entry} orderId={orderId} staff={staff} />
          {entry.inputs.length > 0 && (
            <Anchor
              component="button"
              type="button"
              inherit
              aria-expanded={open}
              aria-controls={id}
              aria-label={t('detailsOf', { sentence })}
              onClick={() => setOpen(!open)}
            >
              {t(open ? 'hideDetails' : 'showDetails')}
            </Anchor>
          )}
        </span>
        <dl id={id} className={classes.inputs} hidden={!open}>
          {open &&
            entry.inputs.map(({ name, value }, place) => (
              <div key={`${name} ${place}`} className={classes.input}>
                <dt>{words.inputName(name)}</dt>
                <dd>{words.inputValue(entry, name, value)}</dd>
              </div>
            ))}
        </dl>
      </div>
    </li>
  );
}

/** The way to what an entry comes from: the carrier's page, or one of the client's, which staff have none of. */
function Origin({ entry: { link }, orderId, staff }: EntryProps) {
  const { t } = useTranslation('order-history');
  const to = link && addressOf(link, orderId);
  if (!link || to === null) return null;
  const label = t('origin', { label: link.label });
  if (staff && link.to !== 'tracking') return <span>{link.label}</span>;
  return link.to === 'tracking' ? (
    <Anchor href={to} target="_blank" rel="noreferrer" inherit>
      {label}
    </Anchor>
  ) : (
    <Anchor component={Link} to={to} inherit>
      {label}
    </Anchor>
  );
}

type Cost = NonNullable<OrderHistory['cost']>;

/** The bill beside what its kept inputs come to. */
function TimelineBill({ cost }: { cost: Cost }) {
  const { t } = useTranslation('order-history');
  const { currency, lines, equal } = cost;
  return (
    <div className={classes.bill}>
      <PlainTable label={t('bill.title')}>
        <caption className={classes.caption}>{t('bill.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('bill.line')}</th>
            <th scope="col" data-align="end">
              {t('bill.billed')}
            </th>
            <th scope="col" data-align="end">
              {t('bill.recalculated')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, place) => (
            <Row
              key={`${line.code} ${line.title} ${place}`}
              name={line.title}
              sums={[line.amount, line.recomputed]}
              currency={currency}
            />
          ))}
        </tbody>
        <tfoot>
          <Row name={t('bill.total')} sums={[cost.billed, cost.recomputed]} currency={currency} />
        </tfoot>
      </PlainTable>
      <p className={classes.verdict} data-equal={equal}>
        {equal ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        {t(equal ? 'bill.equal' : 'bill.differs')}
      </p>
    </div>
  );
}

function Row({ name, sums, currency }: { name: string; sums: [number, number]; currency: string }) {
  const [billed, again] = sums;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-align="end">
        <MoneyCell money={{ amount: billed, currency }} />
      </td>
      <td data-align="end">
        <MoneyCell money={{ amount: again, currency }} />
      </td>
    </tr>
  );
}

type Value = TimelineEntry['inputs'][number]['value'];

/** An entry of the timeline in the reader's words. */
function useTimelineTexts() {
  const { t, i18n } = useTranslation('order-history');
  const { t: orderText } = useTranslation('orders');
  const { t: way } = useTranslation('parcels');
  const { t: claimed } = useTranslation('claims');

  const money = (entry: TimelineEntry, amount: Value) =>
    typeof amount === 'number' && typeof entry.params.currency === 'string'
      ? formatMoney({ amount, currency: entry.params.currency }, i18n.language)
      : String(amount ?? '–');
  /** A word of another feature's table, or the value as it is. */
  const wordOf = (table: string, value: Value) =>
    i18n.exists(`orders:${table}.${String(value)}`)
      ? orderText(`${table}.${String(value)}` as ParseKeys<'orders'>) // looked up above
      : String(value);

  function paramsOf(entry: TimelineEntry): Record<string, Value> {
    const { kind, params } = entry;
    const table = storeTables[kind];
    if (table) return { ...params, from: wordOf(table, params.from ?? null), to: wordOf(table, params.to ?? null) };
    if (kind === 'repriced')
      return { ...params, from: money(entry, params.from ?? null), to: money(entry, params.to ?? null) };
    const status = `statuses.${String(params.status)}`;
    return {
      ...params,
      ...(params.amount !== undefined && { amount: money(entry, params.amount) }),
      ...(kind === 'carrier_said' && i18n.exists(`parcels:${status}`) && { said: way(status as ParseKeys<'parcels'>) }), // looked up
    };
  }

  return {
    sentence(entry: TimelineEntry): string {
      const params = { ...paramsOf(entry), kind: entry.kind };
      if (i18n.exists(`order-history:kinds.${entry.kind}`))
        return t(`kinds.${entry.kind}` as ParseKeys<'order-history'>, params); // looked up
      const key = orderEventKey(entry.kind, entry.params.to, (one) => i18n.exists(`orders:${one}`));
      return orderText(key as ParseKeys<'orders'>, params); // looked up
    },
    inputName(name: string): string {
      const key = name.replace('formula.', '');
      return i18n.exists(`order-history:details.${key}`) ? t(`details.${key}` as ParseKeys<'order-history'>) : name; // looked up
    },
    inputValue(entry: TimelineEntry, name: string, value: Value): string {
      if (value === null) return '–';
      if (amountNames.test(name)) return money(entry, value);
      if (dateNames.test(name) && typeof value === 'string') return formatTime(value);
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
      const key = `values.${name.replace('formula.', '')}.${String(value)}`;
      if (i18n.exists(`order-history:${key}`)) return t(key as ParseKeys<'order-history'>); // looked up
      if (name === 'verdict' && i18n.exists(`claims:verdicts.${value}`))
        return claimed(`verdicts.${value}` as ParseKeys<'claims'>); // looked up
      return String(value);
    },
  };
}

type EntryLink = NonNullable<TimelineEntry['link']>;

/** Where an entry's origin is; null for what has no page. */
function addressOf({ to, id }: EntryLink, orderId: string): string | null {
  switch (to) {
    case 'order':
      return withQuery(paths.orders, { order: id });
    case 'product':
      return withQuery(paths.products, { product: id });
    case 'quote':
      return withQuery(paths.quotes, { quote: id });
    case 'invoice':
      return withQuery(paths.invoices, { invoice: id });
    case 'claim':
      return withQuery(paths.orders, { order: orderId, case: id });
    case 'store':
      return withQuery(paths.stores, { store: id });
    default:
      // the carrier's page; never a script
      return /^https?:\/\//.test(id) ? id : null;
  }
}
