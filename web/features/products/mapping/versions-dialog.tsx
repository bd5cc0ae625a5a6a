import type { TFunction } from 'i18next';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { joinWords } from '#web/lib/format.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from './mapping.module.css';
import type { Variant } from './mapping-types.ts';

type Version = AnswerOf<Contract['products']['versions']>[number];

type VersionsProps = {
  productId: string;
  variant: Variant;
  mayEdit: boolean;
  onRestored: () => void;
  onClose: () => void;
};

/** Who said what about a variant, and when; any version can be said again. */
export function VersionsDialog({ productId, variant, mayEdit, onRestored, onClose }: VersionsProps) {
  const { t, i18n } = useTranslation('products', { keyPrefix: 'mapping' });
  const { data, error, refetch } = useApiQuery(api.products.versions, {
    params: { id: productId, variant_id: variant.id },
  });
  const save = useApiMutation(api.mappings.save, {
    onSuccess: () => {
      onRestored();
      onClose();
    },
  });
  const restore = (version: number) => {
    const decision = { kind: 'restore' as const, version };
    const variants = [{ variant_id: variant.id, version: variant.mapping_version ?? 0, decision }];
    return save.run({ params: { id: productId }, body: { mode: 'commit', variants } });
  };
  const [said] = save.input?.body.variants ?? [];
  const restoring = said?.decision.kind === 'restore' ? said.decision.version : undefined;
  return (
    <ModalFrame opened onClose={onClose} title={t('history.title', { name: variant.title })} width={640}>
      {error && !data ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      <ol className={classes.versions}>
        {data?.map((version) => (
          <li key={version.version} className={classes.version}>
            <div className={classes.words}>
              <span className={classes.name}>
                {t('history.version', { number: version.version })}
                {version.version === variant.mapping_version && (
                  <StatusChip tone="green" label={t('history.current')} />
                )}
              </span>
              <span className={classes.muted}>
                <TimeCell time={version.created_at} /> · {version.author ?? t('history.system')} ·{' '}
                {changeText(t, version, i18n.language)}
              </span>
              <Said version={version} />
            </div>
            {mayEdit && version.version !== variant.mapping_version && (
              <Button
                variant="default"
                loading={restoring === version.version}
                onClick={() => void restore(version.version)}
              >
                {t('history.restore')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </ModalFrame>
  );
}

type Translate = TFunction<'products', 'mapping'>;

function changeText(t: Translate, version: Version, language: string): string {
  if (version.restored_from !== null) return t('history.restoredFrom', { number: version.restored_from });
  return joinWords(
    version.changed.map((change) => t(`history.changed.${change}`)),
    language,
  );
}

function Said({ version }: { version: Version }) {
  const { t, i18n } = useTranslation('products', { keyPrefix: 'mapping' });
  if (version.outcome === 'not_ours') return <span>{t('selfFulfilled')}</span>;
  if (version.outcome === 'unmapped') return <span>{t('nothing')}</span>;
  const items = joinWords(
    version.components.map(({ sku, quantity }) => `${quantity} × ${sku.code} ${sku.title}`),
    i18n.language,
  );
  return (
    <span>
      {items}
      {version.rules.length > 0 && ` · ${t('rules', { count: version.rules.length })}`}
    </span>
  );
}
