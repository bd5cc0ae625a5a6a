import { Button, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '#web/api/toasts.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { findNext, type Product, useDryRun } from './mapping.api.ts';
import classes from './mapping.module.css';
import type { Mapping } from './use-mapping.ts';

/** What a save would touch, and the save. */
export function SaveBar({ product, mapping }: { product: Product; mapping: Mapping }) {
  const { t } = useTranslation('mapping');
  const navigate = useNavigate();
  const { data, error } = useDryRun(product.id, mapping.changes);
  const count = mapping.changes.length;
  const orders = count === 0 ? 0 : (data?.orders ?? 0);
  const handleNext = async () => {
    if (count > 0 && !(await mapping.save())) return;
    const next = await findNext(product.id);
    if (next === undefined) toast.success(t('allMapped'));
    void navigate(next === undefined ? paths.products : withQuery(paths.mapping, { product: next }));
  };
  return (
    <div className={classes.bar} role="region" aria-label={t('save.region')}>
      <div className={classes.barWords} aria-live="polite">
        {count === 0 && t('save.nothing')}
        {count > 0 && error && <span className={classes.wrong}>{error.message}</span>}
        {count > 0 && !error && (
          <>
            {t('save.changed', { count })} {orders > 0 ? t('save.affects', { count: orders }) : t('save.affectsNone')}
          </>
        )}
      </div>
      {orders > 0 && (
        <SegmentedControl
          size="xs"
          aria-label={t('save.apply')}
          value={mapping.apply}
          onChange={(value) => mapping.setApply(value === 'new_orders' ? 'new_orders' : 'open_orders')}
          data={[
            { value: 'open_orders', label: t('save.openOrders') },
            { value: 'new_orders', label: t('save.newOrders') },
          ]}
        />
      )}
      <div className={classes.barActs}>
        {count > 0 && (
          <Button variant="subtle" onClick={mapping.discard} disabled={mapping.busy}>
            {t('save.discard')}
          </Button>
        )}
        <Button variant="default" onClick={() => void handleNext()} disabled={mapping.busy}>
          {t(count > 0 ? 'save.saveNext' : 'save.next')}
        </Button>
        <Button
          onClick={() => void mapping.save()}
          loading={mapping.busy}
          disabled={count === 0}
          aria-keyshortcuts="Control+S"
        >
          {t('save.save')}
        </Button>
      </div>
    </div>
  );
}
