import { Button, Checkbox } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '#web/components/picture.tsx';
import classes from './mapping.module.css';
import type { Variant } from './mapping-types.ts';

type Drift = Variant['drift'][number];

type DriftNoteProps = { variant: Variant; onConfirm: ((untilSoldOut: boolean) => void) | undefined };

/** What changed since the mapping was confirmed, old beside new; its orders wait until it is looked at. */
export function DriftNote({ variant, onConfirm }: DriftNoteProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const gone = variant.drift.some((change) => change.kind === 'item_discontinued');
  const [untilSoldOut, setUntilSoldOut] = useState(false);
  return (
    <div className={classes.drift} role="note">
      <strong>{t('drift.heading')}</strong>
      <ul>
        {variant.drift.map((change) => (
          <li key={`${change.kind}-${change.name}`}>
            <Change change={change} variant={variant} />
          </li>
        ))}
      </ul>
      {onConfirm && (
        <div className={classes.driftActs}>
          {gone && (
            <Checkbox
              size="xs"
              label={t('drift.useUntilSoldOut')}
              checked={untilSoldOut}
              onChange={(event) => setUntilSoldOut(event.currentTarget.checked)}
            />
          )}
          <Button size="xs" variant="default" disabled={gone && !untilSoldOut} onClick={() => onConfirm(untilSoldOut)}>
            {t('drift.confirm')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Change({ change, variant }: { change: Drift; variant: Variant }) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const name = change.name ?? '';
  if (change.kind === 'picture')
    return (
      <span className={classes.pictures}>
        {t('drift.picture')}
        <Picture url={variant.picture_before_url} size={48} />
        <IconArrowRight size={14} aria-label={t('drift.to')} />
        <Picture url={variant.picture_url} size={48} />
      </span>
    );
  if (change.kind === 'item_discontinued') return t('drift.item_discontinued', { name });
  return t(`drift.${change.kind}`, { name, from: change.from ?? '–', to: change.to ?? '–' });
}
