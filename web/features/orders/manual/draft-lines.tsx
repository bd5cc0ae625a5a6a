import { ActionIcon, Button, NumberInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { Picture } from '#web/components/picture.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { goodsKey } from './draft-values.ts';
import classes from './drafts.module.css';
import type { DraftLine } from '../orders-types.ts';

const mostUnits = 10_000;

type DraftLinesProps = {
  storeId: string | null;
  lines: readonly DraftLine[];
  onChange: (lines: readonly DraftLine[]) => void;
};

/** What is to be sent, and how many of each. */
export function DraftLines({ storeId, lines, onChange }: DraftLinesProps) {
  const { t } = useTranslation('orders-manual');
  const [adding, setAdding] = useState(false);
  const keys = new Set(lines.map(goodsKey));
  return (
    <>
      <ul className={classes.lines}>
        {lines.map((line, index) => (
          <li key={goodsKey(line)} className={classes.line}>
            <Identity
              picture={<Picture url={line.picture_url} />}
              title={line.gone ? t('lines.unavailable') : line.title}
              detail={line.gone ? t('lines.unavailableHelp') : <GoodsDetail goods={line} />}
            />
            <NumberInput
              aria-label={t('lines.quantityOf', { name: line.title })}
              min={1}
              max={mostUnits}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="strict"
              w={88}
              value={line.quantity}
              onChange={(value) => {
                const quantity = Number(value);
                if (quantity >= 1) onChange(lines.with(index, { ...line, quantity }));
              }}
            />
            <ActionIcon
              variant="subtle"
              aria-label={t('lines.remove', { name: line.title })}
              onClick={() => onChange(lines.filter((_, at) => at !== index))}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {lines.length === 0 && <p className={classes.muted}>{t('lines.none')}</p>}
      <Button variant="default" onClick={() => setAdding(true)}>
        {t('lines.add')}
      </Button>
      {adding && (
        <GoodsPicker
          storeId={storeId}
          chosen={keys}
          onPick={(goods) => {
            onChange([...lines, { ...goods, quantity: 1, gone: false }]);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

type Goods = AnswerOf<Contract['orders']['draftGoods']>[number];

type GoodsPickerProps = {
  storeId: string | null;
  /** What is in the order already. */
  chosen: ReadonlySet<string>;
  onPick: (goods: Goods) => void;
  onClose: () => void;
};

/** Finds what an order is written of: the store's variants, then items of the catalogue that have a price. */
function GoodsPicker({ storeId, chosen, onPick, onClose }: GoodsPickerProps) {
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
function GoodsDetail({ goods, inOrder = false }: { goods: Goods; inOrder?: boolean }) {
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
