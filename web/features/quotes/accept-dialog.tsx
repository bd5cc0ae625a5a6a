import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newActKey } from '#web/lib/act-key.ts';
import { toast } from '#web/api/toasts.ts';
import { countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { landedMatrix } from './landed-matrix.ts';
import classes from './quotes.module.css';
import { type QuoteDetail, type QuoteVersion, useQuoteActs } from './quotes.api.ts';

const routeKey = (row: QuoteVersion['freight'][number]) => `${row.destination} ${row.channel.id}`;

/** What of an answer becomes the client's prices: lines, channels, and whether the variants are mapped. */
export function AcceptDialog({
  quote,
  version,
  onClose,
}: {
  quote: QuoteDetail;
  version: QuoteVersion;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('quotes');
  const acts = useQuoteActs();
  const [lines, setLines] = useState(() => version.lines.map((line) => String(line.line)));
  const [routes, setRoutes] = useState(() => version.freight.map(routeKey));
  const [map, setMap] = useState(true);
  const [attempt, setAttempt] = useState(newActKey);
  const mappable = version.lines.some((line) => line.variant_id !== null && lines.includes(String(line.line)));
  const write = (amount: number) => formatMoney({ amount, currency: quote.currency }, i18n.language);
  const first = version.lines.find((line) => lines.includes(String(line.line))) ?? version.lines[0];
  const matrix = first ? landedMatrix(version, first, quote.currency) : [];
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setAttempt(newActKey()); // other content needs another key (P26)
    };
  const handleSubmit = async () => {
    const choice = {
      version: version.version,
      lines: version.lines.flatMap(({ line }) => (lines.includes(String(line)) ? [line] : [])),
      freight: version.freight.flatMap((row) =>
        routes.includes(routeKey(row)) ? [{ destination: row.destination, channel_id: row.channel.id }] : [],
      ),
      map,
    };
    const answer = await acts.accept(quote.id, choice, attempt);
    if (answer === false) return false;
    toast.success(answer.orders_moved > 0 ? t('accepted', { count: answer.orders_moved }) : t('acceptedNone'));
    return true;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('acceptTitle', { number: quote.number, version: version.version })}
      submitLabel={t('accept')}
      submitDisabled={lines.length === 0 || routes.length === 0}
      onSubmit={handleSubmit}
      width={560}
    >
      <p className={classes.lead}>
        {quote.orders_waiting > 0 ? t('detail.next', { count: quote.orders_waiting }) : t('detail.nextNone')}
      </p>
      <Checkbox.Group label={t('acceptLines')} value={lines} onChange={changing(setLines)}>
        <div className={classes.ticks}>
          {version.lines.map((line) => (
            <Checkbox key={line.line} value={String(line.line)} label={`${line.title} · ${write(line.unit_price)}`} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox.Group label={t('acceptRoutes')} value={routes} onChange={changing(setRoutes)}>
        <div className={classes.ticks}>
          {matrix.map(({ key, row, cells }) => (
            <Checkbox
              key={key}
              value={key}
              label={`${countryName(row.destination, i18n.language)}, ${row.channel.name} · ${t('acceptLanded', { amount: write(cells[0]?.landed ?? 0) })}`}
            />
          ))}
        </div>
      </Checkbox.Group>
      {mappable && (
        <Checkbox
          label={t('acceptMap')}
          description={t('acceptMapHelp')}
          checked={map}
          onChange={(event) => changing(setMap)(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
