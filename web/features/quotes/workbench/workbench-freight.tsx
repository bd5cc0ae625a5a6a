import { Button } from '@mantine/core';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countries } from '#web/lib/countries.ts';
import classes from '../quotes.module.css';
import { type Unserved, UnservedList } from './unserved-list.tsx';
import { type DraftFreight, newFreight, type Problems } from './workbench-draft.ts';
import { FreightRow, type FreightRowProps, type Place, placeOf } from './workbench-freight-row.tsx';

type FreightProps = {
  currency: string;
  /** Grams of one unit, for the preview; undefined until a weight is entered. */
  weight: number | undefined;
  /** Countries that no row goes to. */
  lacking: readonly Unserved[];
  rows: DraftFreight[];
  problems: Problems;
  onChange: (rows: DraftFreight[]) => void;
};

/** Freight of an answer: a row per destination and channel, with what it comes to. */
export function WorkbenchFreight({ lacking, rows, problems, onChange, ...context }: FreightProps) {
  const { t } = useTranslation('quotes-workbench');
  const last = rows.at(-1);
  const places = usePlaces();
  const drawn = useDrawn(rows.length);
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const handleAdd = () => {
    const row = newFreight(lacking[0]?.country ?? last?.destination ?? 'US', last);
    setAdded((before) => new Set([...before, row.key]));
    onChange([...rows, row]);
  };
  // the same functions for as long as the form stands: a change in one row draws that row alone
  const newest = useRef({ rows, onChange });
  useLayoutEffect(() => {
    newest.current = { rows, onChange };
  });
  const changeRow = useCallback<FreightRowProps['onChange']>((key, part) => {
    const { rows: before, onChange: change } = newest.current;
    change(before.map((known) => (known.key === key ? { ...known, ...part } : known)));
  }, []);
  const removeRow = useCallback<FreightRowProps['onRemove']>((key) => {
    const { rows: before, onChange: change } = newest.current;
    change(before.filter((known) => known.key !== key));
  }, []);
  return (
    <div className={classes.stack}>
      {lacking.length > 0 && (
        <div className={classes.warning}>
          {t('missing')}
          <UnservedList countries={lacking} />
        </div>
      )}
      {rows.slice(0, drawn).map((row) => (
        <FreightRow
          key={row.key}
          row={row}
          added={added.has(row.key)}
          places={places}
          problems={problems}
          {...context}
          onChange={changeRow}
          onRemove={removeRow}
        />
      ))}
      {problems.freight && <p className={classes.problem}>{t(problems.freight)}</p>}
      <div>
        <Button variant="default" onClick={handleAdd}>
          {t('addRow')}
        </Button>
      </div>
    </div>
  );
}

/** Rows that are drawn at a time, so that the form answers while a hundred of them come. */
const perStep = 8;

/** How many rows to draw: a step more after each one. */
function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(perStep);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const next = setTimeout(() => setDrawn(drawn + perStep));
    return () => clearTimeout(next);
  }, [drawn, count]);
  return drawn;
}

/** Every destination, by its name in the reader's language. */
function usePlaces(): Place[] {
  const { i18n } = useTranslation();
  return useMemo(() => countries.map((code) => placeOf(code, i18n.language)), [i18n.language]);
}
