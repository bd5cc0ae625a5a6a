import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { countryName } from '#web/lib/countries.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import type { AnswerOf } from '#contract/endpoint.ts';
import { pairRise } from './pair-rise.ts';
import { percentText } from './price-text.tsx';
import classes from './prices.module.css';
import type { Proposal } from './prices-types.ts';

type Outcome = AnswerOf<Contract['prices']['propose']>;

const pause = 300; // ms after the last key before it asks again

/** What would become of each price: falls at once, goes by a client's rule, or asks the client. */
export function ProposePreview({ body }: { body: Omit<Proposal, 'mode'> }) {
  const { t } = useTranslation('prices');
  // The note is the client's to read; what becomes of the prices does not depend on it.
  const [asked] = useDebouncedValue(JSON.stringify({ ...body, note: '–––' }), pause);
  const { data, error, refetch } = useApiQuery(
    api.prices.propose,
    { body: { ...(JSON.parse(asked) as Omit<Proposal, 'mode'>), mode: 'dry_run' } }, // the body from above
    { keepPrevious: true, retry: false },
  );
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <section aria-label={t('propose.preview')} aria-live="polite">
      <p>
        {t('propose.counts', {
          asked: data.asked,
          by_rule: data.by_rule,
          at_once: data.at_once,
          unchanged: data.unchanged,
        })}
      </p>
      <PreviewTable data={data} />
    </section>
  );
}

function PreviewTable({ data }: { data: Outcome }) {
  const { t, i18n } = useTranslation('prices');
  return (
    <PlainTable label={t('propose.preview')} maxHeight={320}>
      <thead>
        <tr>
          <th>{t('columns.client')}</th>
          <th>{t('columns.item')}</th>
          <th data-align="end">{t('columns.delivered')}</th>
          <th>{t('columns.from')}</th>
          <th>{t('propose.outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {data.rows.map((row) => (
          <tr key={`${row.client.id} ${row.sku.id} ${row.destination} ${row.channel.id}`}>
            <td>{row.client.name}</td>
            <td>
              {row.sku.code}
              <span className={classes.muted}>
                {countryName(row.destination, i18n.language)} · {row.channel.name}
              </span>
            </td>
            <td data-align="end">
              <span className={classes.pair}>
                <MoneyCell money={{ amount: row.old.delivered, currency: row.currency }} tone="muted" />
                <MoneyCell money={{ amount: row.new.delivered, currency: row.currency }} tone="strong" />
              </span>
              <span className={classes.muted}>
                {percentText(pairRise(row.old.delivered, row.new.delivered), i18n.language)}
              </span>
            </td>
            <td>
              {row.outcome === 'at_once' ? t('propose.now') : row.effective_at.slice(0, 10)}
              {row.locked && row.outcome !== 'at_once' && <span className={classes.muted}>{t('propose.locked')}</span>}
            </td>
            <td>{t(`propose.outcomes.${row.outcome}`)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
