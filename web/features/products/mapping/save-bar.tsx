import { Button, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '#web/api/toasts.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useAction } from '#web/api/use-api-mutation.ts';
import classes from './mapping.module.css';
import type { Mapping } from './use-mapping.ts';
import type { Product } from './mapping-types.ts';

/** What a save would touch, and the save. */
export function SaveBar({ product, mapping }: { product: Product; mapping: Mapping }) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const navigate = useNavigate();
  const { data, error } = useApiQuery(
    api.mappings.save,
    { params: { id: product.id }, body: { mode: 'dry_run', variants: mapping.changes } },
    { enabled: mapping.changes.length > 0, keepPrevious: true, retry: false },
  );
  const findNext = useAction(nextProduct);
  const count = mapping.changes.length;
  const unchanged = count === 0; // as the bar says
  const orders = unchanged ? 0 : (data?.orders ?? 0);
  const handleNext = async () => {
    if (count > 0 && !(await mapping.save())) return;
    const next = await findNext.run(product.id);
    if (next === false) return;
    if (next === null) toast.success(t('allMapped'));
    void navigate(next === null ? paths.products : withQuery(paths.mapping, { product: next }));
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
      <div className={classes.barActions}>
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
          disabled={unchanged}
          aria-keyshortcuts="Control+S"
        >
          {t('save.save')}
        </Button>
      </div>
    </div>
  );
}

/** Another product that wants to be mapped or reviewed; null when there is none. */
async function nextProduct(id: string): Promise<string | null> {
  for (const tab of ['needs_review', 'suggested', 'unmapped'] as const) {
    const found = await api.products.list({ query: { tab, per_page: 2 } });
    const next = found.data.find((product) => product.id !== id);
    if (next) return next.id;
  }
  return null;
}
