import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { BulkActions } from '#web/components/bulk-actions.tsx';
import { CountryPicker } from '#web/components/country-picker.tsx';
import { useMay } from '#web/components/session.tsx';
import type { ListKit } from '#web/components/use-list.ts';
import type { Selection } from '#web/ui/selection.ts';
import classes from './products.module.css';
import type { Product } from './products-types.ts';
import type { BulkActionChoice } from '#web/components/bulk-dialog.tsx';

/** The bar of the ticked products. */
export const bulkActionsOf = (list: ListKit<Product>, selection: Selection<Product>) => () => (
  <ProductActions list={list} selection={selection} />
);

type Input = Record<string, unknown>;
const codesOf = ({ destinations }: Input) =>
  Array.isArray(destinations) ? destinations.filter((code) => typeof code === 'string') : [];

type Form = NonNullable<BulkActionChoice['form']>;
const helpWith =
  (words: string): Form =>
  () => <p className={classes.lead}>{words}</p>;
const destinations =
  (t: TFunction<'products'>): Form =>
  (input, change) => (
    <CountryPicker
      label={t('bulk.ask_price.destinations')}
      description={t('bulk.ask_price.destinationsHelp')}
      value={codesOf(input)}
      onChange={(codes) => change({ ...input, destinations: codes })}
    />
  );

/** What can be done with the ticked products (domain.md §4.3). */
function ProductActions({ list, selection }: { list: ListKit<Product>; selection: Selection<Product> }) {
  const { t } = useTranslation('products');
  const may = useMay();
  const helped = (['accept_suggestions', 'not_ours', 'ours', 'refresh'] as const).map(
    (act): BulkActionChoice => ({
      act,
      label: t(`bulk.${act}.label`),
      title: t(`bulk.${act}.title`),
      confirm: (count) => t(`bulk.${act}.confirm`, { count }),
      form: helpWith(t(`bulk.${act}.help`)),
    }),
  );
  const ask: BulkActionChoice = {
    act: 'ask_price',
    label: t('bulk.ask_price.label'),
    title: t('bulk.ask_price.title'),
    confirm: (count) => t('bulk.ask_price.confirm', { count }),
    form: destinations(t),
  };
  // the way back shows where such products are, and the way there everywhere else
  const hidden = list.url.tab === 'not_ours' ? 'not_ours' : 'ours';
  const fits = ({ act }: BulkActionChoice) => act !== hidden;
  const actions = [...(may('quotes', 'edit') ? [ask] : []), ...(may('products', 'edit') ? helped.filter(fits) : [])];
  return (
    <BulkActions list={list} selection={selection} actions={actions} follows={['quotes', 'orders', 'suggestions']} />
  );
}
