import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { priceFromCost } from '#contract/quote-rules.ts';
import { decimalToMinor, formatMoney, joinWords, minorToDecimal } from '#web/lib/format.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import classes from '../quotes.module.css';
import { LineProblems } from './line-problems.tsx';
import { type DraftLine, lineProblems, type Problems } from './workbench-draft.ts';
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
  const describedBy = useId();
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
        error={problem !== undefined}
        aria-describedby={problem && describedBy}
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
        {last.length > 0 && (
          <p className={classes.lead}>{t('costs.last', { costs: joinWords(last, i18n.language) })}</p>
        )}
        <PlainTable label={t('costs.title')} fields stacks>
          <thead>
            <tr>
              <th scope="col">{t('quotes:detail.item')}</th>
              <th scope="col">{t('costs.cost')}</th>
              <th scope="col">{t('costs.supplier')}</th>
              <th scope="col" data-align="end">
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
                  <td data-head={t('costs.cost')}>{field(line, 'cost', 92)}</td>
                  <td data-head={t('costs.supplier')}>{field(line, 'supplier', 200)}</td>
                  <td data-align="end" data-head={t('costs.price')}>
                    {price === undefined ? '–' : formatMoney({ amount: price, currency }, i18n.language)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </PlainTable>
        <LineProblems id={describedBy} sentences={lineProblems(problems, ['cost', 'supplier'])} />
        <div>
          <ReadyButton
            variant="default"
            missing={
              priced.length === 0 ? t(costs.fx ? 'costs.missing' : 'costs.rateMissing', { currency }) : undefined
            }
            onClick={handleUse}
          >
            {t('costs.use')}
          </ReadyButton>
        </div>
      </div>
      {changing && <RuleDialog ids={ids} costs={costs} currency={currency} onClose={() => setChanging(false)} />}
    </DetailSection>
  );
}

type RuleProps = {
  ids: { account_id: string; id: string };
  costs: QuoteCosts;
  currency: string;
  onClose: () => void;
};
const number = (text: string) => (/^\s*\d{1,5}(?:\.\d{1,6})?\s*$/.test(text) ? Number(text) : undefined);

/** Exchange rate of the currency and margin rule of the client, from now on. */
function RuleDialog({ ids, costs, currency, onClose }: RuleProps) {
  const { t } = useTranslation('quotes-workbench');
  const form = useForm({
    initialValues: {
      yuan: costs.fx ? String(costs.fx.yuan) : '',
      percent: String(costs.margin.percent),
      least: minorToDecimal(costs.margin.least, currency),
    },
    validate: {
      yuan: (value) => ((number(value) ?? 0) > 0 ? null : t('costs.badRate')),
      percent: (value) => ((number(value) ?? 501) <= 500 ? null : t('costs.badPercent')),
      least: (value) => ((decimalToMinor(value, currency) ?? -1) >= 0 ? null : t('badAmount')),
    },
  });
  const setFxRate = useApiMutation(api.quotes.setFxRate, { form, refetch: ['quotes'] });
  const setMargin = useApiMutation(api.quotes.setMargin, { form, refetch: ['quotes'] });
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const [yuan, percent] = [number(form.values.yuan) ?? 0, number(form.values.percent) ?? 0];
    const least = decimalToMinor(form.values.least, currency) ?? 0;
    if (yuan !== costs.fx?.yuan && (await setFxRate.run({ body: { currency, yuan } })) === false) return false;
    const same = percent === costs.margin.percent && least === costs.margin.least;
    if (same) return true;
    const body = { percent, least, version: costs.margin.version };
    return setMargin.run({ params: { account_id: ids.account_id }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('costs.ruleTitle')}
      submitLabel={t('costs.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <p className={classes.lead}>{t('costs.ruleLead')}</p>
      <TextInput label={t('costs.rateLabel', { currency })} inputMode="decimal" {...form.getInputProps('yuan')} />
      <TextInput label={t('costs.percentLabel')} inputMode="decimal" {...form.getInputProps('percent')} />
      <TextInput label={t('costs.leastLabel', { currency })} inputMode="decimal" {...form.getInputProps('least')} />
    </FormDialog>
  );
}
