import { Button, Checkbox, TextInput } from '@mantine/core';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#web/lib/format.ts';
import classes from '../quotes.module.css';
import { SkuPicker } from './sku-picker.tsx';
import { LineProblems } from './line-problems.tsx';
import { copyDown, type DraftLine, lineProblems, type Problems } from './workbench-draft.ts';

/** Widths of the fields, px. */
const widths = { price: 104, weight: 80, lead: 72 };

type LinesProps = {
  accountId: string;
  currency: string;
  lines: DraftLine[];
  /** What the client wants to pay, by line. */
  wishes: ReadonlyMap<number, number>;
  problems: Problems;
  onChange: (lines: DraftLine[]) => void;
};

/** Goods of an answer: per variant the SKU, price, weight and lead time. */
export function WorkbenchLines({ accountId, currency, lines, wishes, problems, onChange }: LinesProps) {
  const { t, i18n } = useTranslation(['quotes-workbench', 'quotes']);
  const describedBy = useId();
  const [picking, setPicking] = useState<number>();
  const change = (line: number, part: Partial<DraftLine>) =>
    onChange(lines.map((known) => (known.line === line ? { ...known, ...part } : known)));
  const field = (line: DraftLine, name: 'price' | 'weight' | 'lead', label: string) => {
    const problem = problems[`line.${line.line}.${name}`];
    return (
      <TextInput
        aria-label={`${label}, ${line.title}`}
        w={widths[name]}
        inputMode="decimal"
        disabled={line.skip}
        value={line[name]}
        error={problem !== undefined}
        aria-describedby={problem && describedBy}
        onChange={(event) => change(line.line, { [name]: event.currentTarget.value })}
      />
    );
  };
  const wish = ({ line, skip }: DraftLine) => {
    const amount = wishes.get(line);
    if (amount === undefined || skip) return null;
    const price = formatMoney({ amount, currency }, i18n.language);
    return <span className={classes.muted}>{t('target', { price })}</span>;
  };
  return (
    <div className={classes.stack}>
      <PlainTable label={t('items')} fields stacks>
        <thead>
          <tr>
            <th scope="col">{t('quotes:detail.item')}</th>
            <th scope="col">{t('sku')}</th>
            <th scope="col">{t('price', { currency })}</th>
            <th scope="col">{t('weight')}</th>
            <th scope="col">{t('lead')}</th>
            <th scope="col">{t('skip')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td className={classes.grow}>
                {line.title}
                <span className={classes.muted}>{line.shopSku}</span>
              </td>
              <td data-head={t('sku')}>
                {!line.skip && (
                  <Button variant="default" size="compact-sm" onClick={() => setPicking(line.line)}>
                    {line.sku?.code ?? t('newSku')}
                  </Button>
                )}
              </td>
              <td data-head={t('price', { currency })}>
                {field(line, 'price', t('price', { currency }))}
                {wish(line)}
              </td>
              <td data-head={t('weight')}>{field(line, 'weight', t('weight'))}</td>
              <td data-head={t('lead')}>{field(line, 'lead', t('lead'))}</td>
              <td data-head={t('skip')}>
                <Checkbox
                  aria-label={`${t('skip')}, ${line.title}`}
                  checked={line.skip}
                  onChange={(event) => change(line.line, { skip: event.currentTarget.checked })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <LineProblems id={describedBy} sentences={lineProblems(problems, ['price', 'weight', 'lead'])} />
      {problems.lines && <p className={classes.problem}>{t(problems.lines)}</p>}
      {lines.length > 1 && (
        <div>
          <Button variant="default" onClick={() => onChange(copyDown(lines))}>
            {t('copyDown')}
          </Button>
        </div>
      )}
      {picking !== undefined && (
        <SkuPicker
          accountId={accountId}
          onClose={() => setPicking(undefined)}
          onPick={(sku) => change(picking, { sku, weight: String(sku.weight_g), lead: String(sku.lead_days) })}
          onNew={() => change(picking, { sku: null })}
        />
      )}
    </div>
  );
}
