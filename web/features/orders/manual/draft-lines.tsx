import { ActionIcon, Button, NumberInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '#web/components/picture.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { GoodsDetail, GoodsPicker } from './draft-products.tsx';
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
