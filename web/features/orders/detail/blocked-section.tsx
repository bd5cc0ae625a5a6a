import { Anchor, Button } from '@mantine/core';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { Link } from 'react-router';
import { type BlockFix, orderBlocks } from '#contract/order-states.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { BlockChip, type OrderBlock } from '#web/components/order-status.tsx';
import { useMay, useViewer } from '#web/components/session.tsx';
import { formatMoney, formatTime, joinWords } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { AddressFix, CountryFix } from './address-section.tsx';
import { ChangedAfterPayment } from './changed-block.tsx';
import { ChannelFix } from './channel-choice.tsx';
import { ConfirmBlock } from './confirm-block.tsx';
import { DuplicateFix } from './duplicate-compare.tsx';
import { QuoteFix, RequestForOrder } from './quote-fix.tsx';
import classes from '../orders.module.css';
import type { OrderDetail } from '../orders-types.ts';

type FixProps = { order: OrderDetail; block: OrderBlock };

/** What is done about each kind of block, where it is shown. */
const fixes: Record<BlockFix, ComponentType<FixProps>> = {
  map: MapFix,
  review_mapping: ({ block }) => <MappingChanges detail={block.detail} />,
  quote: QuoteFix,
  address: AddressFixes,
  channel: ({ order, block }) => <ChannelFix order={order} code={block.code} />,
  customs: () => null,
  compare: ({ order, block }) => (
    <>
      <ConfirmBlock order={order} code={block.code} />
      <DuplicateFix order={order} block={block} />
    </>
  ),
  store_settings: ({ order, block }) => (
    <>
      {block.code === 'STORE_UNPAID' && <ShopPageLink order={order} />}
      <StoreLink order={order} view="settings" />
    </>
  ),
  store_hold: StoreHoldFix,
  confirm: ({ order, block }) => <ConfirmBlock order={order} code={block.code} />,
  price_change: ({ block }) => <AwaitedPrices detail={block.detail} />,
  store_fulfillment: UnfulfilFix,
  paid_change: ({ order, block }) =>
    Array.isArray(block.detail.lines) ? <QuoteFix order={order} block={block} /> : null,
  country: ({ order, block }) => <CountryFix order={order} code={block.code} />,
};

/** Amounts of a block in the reader's words. */
function moneyOf(detail: Record<string, unknown>, language: string) {
  const { was, now, currency, guard_pct } = detail;
  const say = (amount: unknown) =>
    typeof amount === 'number' && typeof currency === 'string' ? formatMoney({ amount, currency }, language) : '';
  return { was: say(was), now: say(now), guard_pct: typeof guard_pct === 'number' ? guard_pct : '' };
}

/** Each block with whose turn it is, and what to do about it. */
export function BlockedSection({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  if (order.blocks.length === 0) return null;
  return (
    <DetailSection title={t('detail.blocked')}>
      <ul className={classes.blocks}>
        {order.blocks.map((block) => {
          const Fix = fixes[orderBlocks[block.code].fix];
          return (
            <li key={block.code} className={classes.block}>
              <BlockChip block={block} />
              <div className={classes.blockText}>
                <Sentence order={order} block={block} />
                <div className={classes.fixes}>
                  <Fix order={order} block={block} />
                </div>
              </div>
            </li>
          );
        })}
      </ul>
    </DetailSection>
  );
}

/** Why the order stands still; what is ours, with the time by which it is done. */
function Sentence({ order, block }: FixProps) {
  const { t, i18n } = useTranslation('orders');
  const viewer = useViewer();
  if (block.code === 'CHANGED_AFTER_PAYMENT') return <ChangedAfterPayment order={order} detail={block.detail} />;
  const fix = t(`blockFixes.${block.code}`, moneyOf(block.detail, i18n.language));
  const due = block.due_at !== null && orderBlocks[block.code].fix !== 'quote';
  return (
    <span>
      {viewer === 'provider' && <strong>{`${t(`staffTurns.${block.owner}`)} `}</strong>}
      {fix}
      {due && <UnbrokenNumbers text={` ${t('detail.dueBy', { time: formatTime(block.due_at ?? '', 'y-m-d h:i') })}`} />}
    </span>
  );
}

/** The pages that map the items, and the request that has an agent do it. */
function MapFix({ order }: FixProps) {
  const { t } = useTranslation('orders');
  const mayMap = useMay()('products', 'edit');
  const open = order.order_lines.filter((line) => !line.not_ours && line.mapping_version === null && line.product_id);
  const products = new Map(open.map(({ product_id, title }) => [product_id, title]));
  return (
    <>
      {products.size > 0 && <RequestForOrder order={order} label={t('lack.requestAll')} />}
      {mayMap &&
        [...products].map(([product, line]) => (
          <Anchor key={product} component={Link} to={withQuery(paths.mapping, { product: product ?? '' })} inherit>
            {t('detail.mapLine', { line })}
          </Anchor>
        ))}
    </>
  );
}

/** The parts that are missing, and the form that corrects them. */
function AddressFixes({ order, block }: FixProps) {
  const { t, i18n } = useTranslation('orders');
  const { fields } = block.detail;
  const missing = Array.isArray(fields) ? fields.map(String) : [];
  return (
    <>
      {block.code === 'ADDRESS_INCOMPLETE' && (
        <span className={classes.muted}>
          {t('detail.addressFields', {
            fields: joinWords(
              missing.map((field) => t(`detail.fields.${field}` as ParseKeys<'orders'>)),
              i18n.language,
            ),
          })}
        </span>
      )}
      <AddressFix order={order} code={block.code} />
      <ChannelFix order={order} code={block.code} />
    </>
  );
}

/** The order in its shop, where the payment is completed. */
function ShopPageLink({ order: { shop_page, store } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const viewer = useViewer();
  if (shop_page === null || viewer !== 'merchant') return null;
  return (
    <Anchor href={shop_page} target="_blank" rel="noreferrer" inherit>
      {t('detail.shopPage', { store: store.name })}
    </Anchor>
  );
}

/** The store, where it is decided whether such orders wait. */
function StoreLink({ order, view }: { order: OrderDetail; view?: 'settings' }) {
  const { t } = useTranslation('orders');
  return (
    <Anchor component={Link} to={withQuery(paths.stores, { store: order.store.id, view })} inherit>
      {t(view ? 'detail.storeSettings' : 'detail.openStore', { store: order.store.name })}
    </Anchor>
  );
}

type Awaited = { id: string; sku: string; channel: string; from: number; to: number; currency: string };

/** The prices that an order waits for, as its block tells them. */
function awaitedOf({ changes }: Record<string, unknown>): Awaited[] {
  return Array.isArray(changes) ? (changes as Awaited[]) : []; // as the server wrote them with the block
}

/** What a piece cost and is to cost, and the yes that lets the order go on. */
function AwaitedPrices({ detail }: { detail: Record<string, unknown> }) {
  const { t, i18n } = useTranslation('orders');
  const accept = useApiMutation(api.prices.accept, { refetch: ['orders'] });
  const mayDecide = useMay()('quotes', 'edit');
  const awaited = awaitedOf(detail);
  const money = (amount: number, currency: string) => formatMoney({ amount, currency }, i18n.language);
  return (
    <>
      <ul className={classes.plainChanges}>
        {awaited.map(({ id, sku, channel, from, to, currency }) => (
          <li key={id}>
            {t('detail.awaited', { sku, channel, from: money(from, currency), to: money(to, currency) })}
          </li>
        ))}
      </ul>
      {mayDecide && awaited.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          mr={8}
          loading={accept.busy}
          onClick={() => void accept.run({ body: { ids: awaited.map((price) => price.id) } })}
        >
          {t('detail.acceptPrice')}
        </Button>
      )}
      <Anchor component={Link} to={withQuery(paths.quotes, { tab: 'price_changes' })} inherit>
        {t('detail.toPriceChanges')}
      </Anchor>
    </>
  );
}

type MappingChange = {
  line: string;
  product_id: string;
  kind: string;
  name: string | null;
  from: string | null;
  to: string | null;
};
const isMappingChange = (value: unknown): value is MappingChange =>
  typeof value === 'object' && value !== null && 'product_id' in value && typeof value.product_id === 'string';

/** What changed of the order's products since their mapping was confirmed, and the way to look at each. */
function MappingChanges({ detail }: { detail: Record<string, unknown> }) {
  const { t } = useTranslation('orders');
  const changes = Array.isArray(detail.changes) ? detail.changes.filter(isMappingChange) : [];
  const products = new Map(changes.map((change) => [change.product_id, change.line]));
  return (
    <>
      {changes.map((change) => (
        <span key={`${change.line}-${change.kind}-${change.name}`} className={classes.change}>
          {change.line} ·{' '}
          {change.kind === 'item_discontinued' ? t('detail.discontinued', { name: change.name ?? '' }) : textOf(change)}
        </span>
      ))}
      {[...products].map(([id, line]) => (
        <Anchor key={id} component={Link} to={withQuery(paths.mapping, { product: id })} inherit display="block">
          {t('detail.reviewMapping', { line })}
        </Anchor>
      ))}
    </>
  );
}

const textOf = ({ kind, name, from, to }: MappingChange) =>
  kind === 'picture' ? `${from ?? '–'} → ${to ?? '–'}` : `${name ? `${name}: ` : ''}${from ?? '–'} → ${to ?? '–'}`;

/** Has the store release its hold, where it does so on request; else the way to the store. */
function StoreHoldFix({ order }: FixProps) {
  const { t } = useTranslation('orders-edit');
  const release = useApiMutation(api.orders.releaseInStore, { refetch: ['orders'] });
  const { data: store } = useApiQuery(api.stores.get, { params: { id: order.store.id } });
  const may = order.actions.some(({ action, allowed }) => action === 'release_in_store' && allowed);
  if (!may || !store?.capabilities.releases_holds) return <StoreLink order={order} />;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={release.busy}
      onClick={() => void release.run({ params: { id: order.id }, body: { version: order.version } })}
    >
      {t('releaseInStore', { store: order.store.name })}
    </Button>
  );
}

/** Has the store cancel what somebody else marked as sent there, where it does so on request; else what to do, and the way to the store. */
function UnfulfilFix({ order }: FixProps) {
  const { t } = useTranslation('orders-edit');
  const cancel = useApiMutation(api.orders.cancelFulfilment, { refetch: ['orders'] });
  const { data: store } = useApiQuery(api.stores.get, { params: { id: order.store.id } });
  const may = order.actions.some(({ action, allowed }) => action === 'cancel_fulfilment' && allowed);
  if (!store?.capabilities.cancels_fulfilments)
    return (
      <>
        {store && (
          <span className={classes.change}>
            {t(store.capabilities.reads_shop ? 'unfulfill.inStore' : 'unfulfill.inFile')}
          </span>
        )}
        <StoreLink order={order} />
      </>
    );
  if (!may) return <StoreLink order={order} />;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={cancel.busy}
      onClick={() => void cancel.run({ params: { id: order.id }, body: { version: order.version } })}
    >
      {t('cancelStoreFulfillment')}
    </Button>
  );
}
