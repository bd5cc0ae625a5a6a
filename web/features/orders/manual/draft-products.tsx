import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '#web/components/picture.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { goodsKey } from './draft-values.ts';
import classes from './drafts.module.css';

type Goods = AnswerOf<Contract['orders']['draftGoods']>[number];

type GoodsPickerProps = {
  storeId: string | null;
  /** What is in the order already. */
  chosen: ReadonlySet<string>;
  onPick: (goods: Goods) => void;
  onClose: () => void;
};

/** Finds what an order is written of: the store's variants, then items of the catalogue that have a price. */
export function GoodsPicker({ storeId, chosen, onPick, onClose }: GoodsPickerProps) {
  const { t } = useTranslation('orders-manual');
  const [q, setQ] = useState('');
  const { data, error, refetch } = useApiQuery(
    api.orders.draftGoods,
    { query: { ...(storeId && { store_id: storeId }), ...(q !== '' && { q }) } },
    { keepPrevious: true },
  );
  return (
    <ModalFrame opened onClose={onClose} title={t('picker.title')} width={560}>
      <SearchField label={t('picker.search')} value={q} onSearch={setQ} width="100%" />
      {error && !data ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 && <EmptyState drawing="search" title={t('picker.none')} />}
      <div className={classes.choices}>
        {data?.map((goods) => (
          <button
            key={goodsKey(goods)}
            type="button"
            className={classes.choice}
            disabled={chosen.has(goodsKey(goods))}
            onClick={() => onPick(goods)}
          >
            <Identity
              picture={<Picture url={goods.picture_url} />}
              title={goods.title}
              detail={<GoodsDetail goods={goods} inOrder={chosen.has(goodsKey(goods))} />}
            />
          </button>
        ))}
      </div>
    </ModalFrame>
  );
}

/** Variant, SKU, price of one and own pieces, as far as they are known. */
export function GoodsDetail({ goods, inOrder = false }: { goods: Goods; inOrder?: boolean }) {
  const { t, i18n } = useTranslation('orders-manual');
  const price = goods.price && t('picker.price', { price: formatMoney(goods.price, i18n.language) });
  const parts = [
    inOrder && t('picker.inOrder'),
    goods.variant_title,
    goods.sku,
    goods.mapped ? (price ?? t('picker.noPrice')) : t('picker.unmapped'),
    goods.stock !== null && goods.stock > 0 && t('picker.stock', { count: goods.stock }),
  ];
  return <>{parts.filter(Boolean).join(' · ')}</>;
}
