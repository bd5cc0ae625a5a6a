import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { mostStores } from '#contract/constants.ts';
import { planActions, promiseStates } from '#contract/delivery-planning-rules.ts';
import { stages } from '#contract/order-actions.ts';
import { quoteSteps } from '#contract/order-lacks.ts';
import { blockCodes, buyerRefunds, orderApprovals, paymentStates, unknownFigures } from '#contract/order-states.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import type { ListFilter } from '#web/components/list-filters.ts';
import { useIsStaff, useMay } from '#web/components/session.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';

type Option = { value: string; label: string };
const choice = (name: string, label: string, options: readonly Option[]): ListFilter => ({
  kind: 'choice',
  name,
  label,
  options,
});
const choices = (name: string, label: string, options: readonly Option[]): ListFilter => ({
  kind: 'choices',
  name,
  label,
  options,
  most: options.length,
});
const days = (name: string, from: string, to: string, label: string): ListFilter => ({
  kind: 'dates',
  name,
  from,
  to,
  label,
});

/** What a link of another page narrows the list to, by name: too many products and orders to choose from. */
function useLinkedFilters(): readonly ListFilter[] {
  const { t: tl } = useTranslation('orders-list');
  const url = useListUrl();
  const may = useMay();
  const [product, ids] = [url.get('product_id'), url.get('ids')];
  const asked = product === undefined || !may('products', 'view') ? null : { params: { id: product } };
  const title = useApiQuery(api.products.get, asked, { staleTime: 300_000 }).data?.title;
  return useMemo(() => {
    const one = (name: string, value: string | undefined, label: string, text: string) =>
      value === undefined ? [] : [choice(name, label, [{ value, label: text }])];
    return [
      ...one('product_id', product, tl('filters.product'), title ?? tl('filters.linked')),
      ...one('ids', ids, tl('filters.orders'), tl('filters.ids', { count: ids?.split(',').length ?? 0 })),
    ];
  }, [tl, product, ids, title]);
}

/** Filters of the order list (domain.md §4.8). */
export function useOrderFilters(): readonly ListFilter[] {
  const { t, i18n } = useTranslation('orders');
  const { t: tl } = useTranslation('orders-list');
  const stores = useStoreOptions().data;
  const channels = useApiQuery(api.shipping.channels, {}, { staleTime: 300_000 }).data;
  const isStaff = useIsStaff();
  const linked = useLinkedFilters();
  return useMemo(() => {
    const words = <Word extends string>(all: readonly Word[], label: (word: Word) => string) =>
      all.map((value) => ({ value, label: label(value) }));
    return [
      {
        kind: 'choices',
        name: 'store_id',
        label: t('store'),
        options: (stores ?? []).map(({ id, label }) => ({ value: id, label })),
        most: mostStores,
      },
      days('placed', 'from', 'to', t('filters.placed')),
      choices(
        'block',
        t('filters.block'),
        words(blockCodes, (code) => t(`blocks.${code}`)),
      ),
      choice(
        'quote',
        tl('filters.quote'),
        words(quoteSteps, (step) => tl(`quoteSteps.${step}`)),
      ),
      choices(
        'stage',
        tl('filters.stage'),
        words(stages, (stage) => t(`stages.${stage}`)),
      ),
      choice(
        'payment',
        isStaff ? t('columns.clientPayment') : tl('filters.payment'),
        words(paymentStates, (payment) => t(`payments.${payment}`)),
      ),
      choice(
        'country',
        t('filters.country'),
        words(countries, (code) => countryName(code, i18n.language)),
      ),
      choice(
        'channel_id',
        tl('filters.channel'),
        (channels ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ),
      { kind: 'text', name: 'sku', label: tl('filters.sku') },
      { kind: 'text', name: 'tag', label: tl('filters.tag') },
      { kind: 'range', name: 'cost', from: 'cost_from', to: 'cost_to', label: tl('filters.cost') },
      choice(
        'unknown',
        tl('filters.unknown'),
        words(unknownFigures, (figure) => tl(`unknownFigures.${figure}`)),
      ),
      choice(
        'refunded',
        tl('filters.refunded'),
        words(buyerRefunds, (refund) => tl(`buyerRefunds.${refund}`)),
      ),
      choice(
        'risk',
        tl('filters.risk'),
        words(['high', 'medium'] as const, (risk) => tl(`risks.${risk}`)),
      ),
      choice(
        'cut_off',
        tl('filters.cutOff'),
        words(promiseStates, (state) => tl(`cutOffs.${state}`)),
      ),
      choice(
        'fix',
        tl('filters.fix'),
        words(planActions, (action) => tl(`fixes.${action}`)),
      ),
      choice('late', tl('filters.late'), [{ value: 'yes', label: tl('filters.lateYes') }]),
      choice('claim', tl('filters.claim'), [
        { value: 'yes', label: tl('filters.claimYes') },
        { value: 'evidence', label: tl('filters.claimEvidence') },
      ]),
      choice(
        'approval',
        tl('filters.approval'),
        words(orderApprovals, (state) => tl(`approvals.${state}`)),
      ),
      choice('unread', tl('filters.messages'), [{ value: 'yes', label: tl('filters.unread') }]),
      days('paid', 'paid_from', 'paid_to', tl('filters.paid')),
      days('shipped', 'shipped_from', 'shipped_to', tl('filters.shipped')),
      days('delivered', 'delivered_from', 'delivered_to', tl('filters.delivered')),
      { kind: 'range', name: 'took', from: 'took_from', to: 'took_to', label: tl('filters.took') },
      { kind: 'range', name: 'transit', from: 'transit_from', to: 'transit_to', label: tl('filters.transit') },
      ...linked,
    ];
  }, [t, tl, i18n.language, isStaff, stores, channels, linked]);
}
