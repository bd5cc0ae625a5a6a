import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '#web/components/picture.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from '../quotes.module.css';
import type { Sku } from '../quotes-types.ts';

type SkuPickerProps = {
  accountId: string;
  onPick: (sku: Sku) => void;
  /** Makes a new one instead, where one can be made. */
  onNew?: () => void;
  onClose: () => void;
};

/** Chooses a SKU of the catalogue, the client's own included. */
export function SkuPicker({ accountId, onPick, onNew, onClose }: SkuPickerProps) {
  const { t } = useTranslation(['quotes-workbench', 'quotes']);
  const [q, setQ] = useState('');
  const { data, error, refetch } = useApiQuery(
    api.catalog.staffList,
    { query: { account_id: accountId, q, per_page: 20 } },
    { keepPrevious: true },
  );
  const closing = (choose: () => void) => () => {
    choose();
    onClose();
  };
  return (
    <ModalFrame opened onClose={onClose} title={t('pickSku')} width={560}>
      <div className={classes.row}>
        <SearchField label={t('skuSearch')} value={q} onSearch={setQ} />
        {onNew && (
          <Button variant="default" onClick={closing(onNew)}>
            {t('useNew')}
          </Button>
        )}
      </div>
      {error && !data ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {data?.data.length === 0 && <EmptyState drawing="search" title={t('skuEmpty')} />}
      <div className={classes.choices}>
        {data?.data.map((sku) => (
          <button
            key={sku.id}
            type="button"
            className={classes.choice}
            disabled={sku.status === 'discontinued'}
            onClick={closing(() => onPick(sku))}
          >
            <Identity
              picture={<Picture url={sku.picture_url} />}
              title={sku.title}
              detail={`${sku.code} · ${t('quotes:detail.grams', { count: sku.weight_g })}`}
            />
          </button>
        ))}
      </div>
    </ModalFrame>
  );
}
