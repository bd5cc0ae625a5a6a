import { useTranslation } from 'react-i18next';
import type { BulkResult } from '#contract/bulk.ts';
import { quoteCan } from '#contract/quote-rules.ts';
import { BulkActions } from '#web/components/bulk-actions.tsx';
import type { BulkActionChoice, BulkList } from '#web/components/bulk-dialog.tsx';
import type { ListKit } from '#web/components/use-list.ts';
import { formatList, formatMoney } from '#web/lib/format.ts';
import { countryInText } from '#web/lib/countries.ts';
import { ScrollBox } from '#web/ui/scroll-box.tsx';
import type { Selection } from '#web/ui/selection.ts';
import { AcceptEffect, PayMoved } from '../accept-effect.tsx';
import classes from '../quotes.module.css';
import type { Quote } from '../quotes-types.ts';

type Ticked = Pick<Selection<Pick<Quote, 'status'>>, 'everything' | 'except' | 'rows'>;

type BarProps = {
  list: ListKit<Quote, BulkList>;
  selection: Selection<Quote>;
  /** How many match, where all of them can be accepted. */
  ready: number | undefined;
  onPay: (orderIds: readonly string[]) => void;
};

/** How many of the ticked quotes can be accepted; of all that match only the server knows it, unless all of them are ready. */
export function acceptableOf({ everything, except, rows }: Ticked, ready: number | undefined): number | undefined {
  if (everything) return ready === undefined ? undefined : ready - except.length;
  return rows.filter(({ status }) => quoteCan.accept(status)).length;
}

/** The bar of the ticked quotes: accepts them together, under one name; of none it offers nothing. */
export function QuoteBar({ list, selection, ready, onPay }: BarProps) {
  const { t } = useTranslation('quotes');
  const count = acceptableOf(selection, ready);
  if (count === 0) return null;
  const accept: BulkActionChoice = {
    action: 'accept',
    label: count === undefined ? t('bulk.title') : t('bulk.confirm', { count }),
    primary: true,
    title: t('bulk.title'),
    titleDone: t('bulk.titleDone'),
    can: (can) => t('bulk.can', { count: can }),
    confirm: (can) => t('bulk.confirm', { count: can }),
    done: (accepted) => t('bulk.done', { count: accepted }),
    says: together,
    next: payNext(onPay),
  };
  return (
    <BulkActions list={list} selection={selection} actions={[accept]} follows={['orders', 'products', 'prices']} />
  );
}

const together = (found: BulkResult) => <Together found={found} />;
const payNext =
  (onPay: BarProps['onPay']): NonNullable<BulkActionChoice['next']> =>
  ({ effect }, close) =>
    effect && (
      <PayMoved
        effect={effect}
        onPay={(ids) => {
          close();
          onPay(ids);
        }}
      />
    );

const named = 4;

/** What is accepted of each quote, and what that does to the orders of all of them together. */
function Together({ found: { effect, mode } }: { found: BulkResult }) {
  const { t, i18n } = useTranslation('quotes');
  if (!effect) return null;
  const placesOf = (codes: readonly string[]) => {
    const names = codes.slice(0, named).map((code) => countryInText(code, i18n.language));
    if (codes.length > named) names.push(t('effect.more', { count: codes.length - named }));
    return formatList(names, i18n.language);
  };
  const money = (amount: number) => formatMoney({ amount, currency: effect.payable.currency }, i18n.language);
  const unitText = (from: number, to: number) =>
    from === to ? t('bulk.unit', { price: money(from) }) : t('bulk.units', { from: money(from), to: money(to) });
  return (
    <>
      <ScrollBox label={t('bulk.title')} maxHeight="var(--taken-height)" className={classes.takenBox}>
        <ul className={classes.taken}>
          {effect.quotes.map(({ id, number, title, version, variants, unit_from, unit_to, destinations }) => (
            <li key={id}>
              <strong>{`${number} · ${title}`}</strong>
              {unit_from !== null && <span>{unitText(unit_from, unit_to ?? unit_from)}</span>}
              <span>
                {t('bulk.taken', {
                  version,
                  variants: t('variants', { count: variants }),
                  places: placesOf(destinations),
                })}
              </span>
            </li>
          ))}
        </ul>
      </ScrollBox>
      <AcceptEffect effect={effect} accepted={mode === 'commit'} />
    </>
  );
}
