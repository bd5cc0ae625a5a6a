import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { quoteCan } from '#contract/quote-rules.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { StageChip } from '#web/components/order-status.tsx';
import { useMay } from '#web/components/session.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import classes from '../quotes.module.css';
import { SampleDialog } from './sample-dialog.tsx';
import type { QuoteDetail } from '../quotes-types.ts';

type Sample = QuoteDetail['samples'][number];

/** Samples that were ordered, where each is, and the way to order one. */
export function QuoteSamples({ quote }: { quote: QuoteDetail }) {
  const { t } = useTranslation('quotes');
  const [open, setOpen] = useState(false);
  const may = useMay()('quotes', 'edit') && quoteCan.sample(quote.status);
  // the accepted version is the current one: an accepted quote is not answered again
  const version = quote.versions.find((known) => known.version === quote.current_version);
  if (!version || (!may && quote.samples.length === 0)) return null;
  return (
    <DetailSection title={t('sample.samples')}>
      {quote.samples.length > 0 && <SampleTable samples={quote.samples} />}
      {may && (
        <Button variant="default" mt={12} onClick={() => setOpen(true)}>
          {t('sample.open')}
        </Button>
      )}
      {open && <SampleDialog quote={quote} version={version} onClose={() => setOpen(false)} />}
    </DetailSection>
  );
}

/** The samples of a quote: order, pieces, cost, state, tracking. */
export function SampleTable({ samples, linked = true }: { samples: readonly Sample[]; linked?: boolean }) {
  const { t } = useTranslation('quotes');
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <tbody>
          {samples.map((sample) => (
            <tr key={sample.order_id}>
              <td>
                {linked ? (
                  <Anchor component={Link} to={withQuery(paths.orders, { order: sample.order_id })} inherit>
                    {sample.name}
                  </Anchor>
                ) : (
                  sample.name
                )}
              </td>
              <td>{t('sample.units', { count: sample.units })}</td>
              <td>
                <StageChip stage={sample.stage} />
              </td>
              <td>
                {sample.tracking.map(({ number }) => (
                  <Copyable key={number} value={number} />
                ))}
              </td>
              <td className={classes.end}>
                <MoneyCell money={sample.cost} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
