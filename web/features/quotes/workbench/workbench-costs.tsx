import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { priceFromCost } from '#contract/quote-rules.ts';
import { decimalToMinor, formatMoney, minorToDecimal } from '#web/lib/format.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from '../quotes.module.css';
import { RuleDialog } from './rule-dialog.tsx';
import type { DraftLine, Problems } from './workbench-draft.ts';
import type { QuoteCosts } from '../quotes-types.ts';

type CostsProps = {
  ids: { account_id: string; id: string };
  currency: string;
  lines: DraftLine[];
  problems: Problems;
  onChange: (lines: DraftLine[]) => void;
};

/** The price that the client's rule makes of a typed cost; undefined until it can be computed. */
function priceOf(line: DraftLine, costs: QuoteCosts, currency: string): number | undefined {
  const cost = decimalToMinor(line.cost, 'CNY');
  if (cost === undefined || cost <= 0 || !costs.fx) return undefined;
  const digits = minorToDecimal(0, currency).split('.')[1]?.length ?? 0;
  return priceFromCost(cost, costs.fx.yuan, costs.margin, 10 ** digits);
}

/** What the goods cost us in yuan, and the prices that exchange rate and margin make of it. The client sees none of it. */
export function WorkbenchCosts({ ids, currency, lines, problems, onChange }: CostsProps) {
  const { t, i18n } = useTranslation(['quotes-workbench', 'quotes']);
  const { data: costs } = useApiQuery(api.quotes.costs, { params: ids });
  const [changing, setChanging] = useState(false);
  if (!costs) return null;
  const change = (line: number, part: Partial<DraftLine>) =>
    onChange(lines.map((known) => (known.line === line ? { ...known, ...part } : known)));
  const field = (line: DraftLine, name: 'cost' | 'supplier', width: number) => {
    const problem = problems[`line.${line.line}.${name}`];
    return (
      <TextInput
        aria-label={`${t(`costs.${name}`)}, ${line.title}`}
        w={width}
        inputMode={name === 'cost' ? 'decimal' : 'url'}
        disabled={line.skip}
        value={line[name]}
        error={problem && t(problem)}
        onChange={(event) => change(line.line, { [name]: event.currentTarget.value })}
      />
    );
  };
  const priced = lines.filter((line) => priceOf(line, costs, currency) !== undefined);
  const handleUse = () =>
    onChange(
      lines.map((line) => {
        const price = priceOf(line, costs, currency);
        return price === undefined ? line : { ...line, price: minorToDecimal(price, currency) };
      }),
    );
  const last = costs.lines.map((line) => `¥${minorToDecimal(line.cost_fen, 'CNY')}`);
  return (
    <DetailSection title={t('costs.title')}>
      <div className={classes.stack}>
        <p className={classes.rule}>
          {costs.fx ? t('costs.rate', { currency, yuan: costs.fx.yuan }) : t('costs.noRate', { currency })}
          {' · '}
          {t('costs.margin', {
            percent: costs.margin.percent,
            least: formatMoney({ amount: costs.margin.least, currency }, i18n.language),
          })}
          <Button variant="default" size="compact-sm" onClick={() => setChanging(true)}>
            {t('costs.change')}
          </Button>
        </p>
        {last.length > 0 && <p className={classes.lead}>{t('costs.last', { costs: last.join(', ') })}</p>}
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('quotes:detail.item')}</th>
                <th scope="col">{t('costs.cost')}</th>
                <th scope="col">{t('costs.supplier')}</th>
                <th scope="col" className={classes.end}>
                  {t('costs.price')}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => {
                const price = priceOf(line, costs, currency);
                return (
                  <tr key={line.line}>
                    <td className={classes.grow}>{line.title}</td>
                    <td>{field(line, 'cost', 92)}</td>
                    <td>{field(line, 'supplier', 200)}</td>
                    <td className={classes.end}>
                      {price === undefined ? '–' : formatMoney({ amount: price, currency }, i18n.language)}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        <div>
          <Button variant="default" disabled={priced.length === 0} onClick={handleUse}>
            {t('costs.use')}
          </Button>
        </div>
      </div>
      {changing && <RuleDialog ids={ids} costs={costs} currency={currency} onClose={() => setChanging(false)} />}
    </DetailSection>
  );
}
