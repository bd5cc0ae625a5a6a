import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '#web/components/time-cell.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { useSaveMapping, useVersions, type Variant, type Version } from './mapping.api.ts';
import classes from './mapping.module.css';

type VersionsProps = {
  productId: string;
  variant: Variant;
  mayEdit: boolean;
  onRestored: () => void;
  onClose: () => void;
};

/** Who said what about a variant, and when; any version can be said again. */
export function VersionsDialog({ productId, variant, mayEdit, onRestored, onClose }: VersionsProps) {
  const { t } = useTranslation('mapping');
  const { data, error, refetch } = useVersions(productId, variant.id);
  const save = useSaveMapping(productId);
  const [busy, setBusy] = useState<number>();
  const handleRestore = async (version: number) => {
    setBusy(version);
    const decision = { kind: 'restore' as const, version };
    const saved = await save({
      variants: [{ variant_id: variant.id, version: variant.mapping_version ?? 0, decision }],
    });
    setBusy(undefined);
    if (saved === false) return;
    onRestored();
    onClose();
  };
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
                {changeText(t, version)}
              </span>
              <Said version={version} />
            </div>
            {mayEdit && version.version !== variant.mapping_version && (
              <Button
                variant="default"
                loading={busy === version.version}
                onClick={() => void handleRestore(version.version)}
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

type Translate = ReturnType<typeof useTranslation<'mapping'>>['t'];

function changeText(t: Translate, version: Version): string {
  if (version.restored_from !== null) return t('history.restoredFrom', { number: version.restored_from });
  return version.changed.map((change) => t(`history.changed.${change}`)).join(', ');
}

function Said({ version }: { version: Version }) {
  const { t } = useTranslation('mapping');
  if (version.outcome === 'not_ours') return <span>{t('notOurs')}</span>;
  if (version.outcome === 'unmapped') return <span>{t('nothing')}</span>;
  const items = version.components.map(({ sku, quantity }) => `${quantity} × ${sku.code} ${sku.title}`).join(', ');
  return (
    <span>
      {items}
      {version.rules.length > 0 && ` · ${t('rules', { count: version.rules.length })}`}
    </span>
  );
}
