import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery, useShowAnswer } from '#web/api/use-api-query.ts';
import { AcceptEffect } from '../accept-effect.tsx';
import { landedMatrix } from './landed-matrix.ts';
import classes from '../quotes.module.css';
import type { QuoteDetail, QuoteVersion } from '../quotes-types.ts';

const routeKey = (row: QuoteVersion['freight'][number]) => `${row.destination} ${row.channel.id}`;

/** What is chosen of an answer; all of it is the same call as the details make. */
function choiceOf(version: QuoteVersion, lines: readonly string[], routes: readonly string[], map: boolean) {
  const chosen = version.lines.flatMap(({ line }) => (lines.includes(String(line)) ? [line] : []));
  const freight = version.freight.flatMap((row) =>
    routes.includes(routeKey(row)) ? [{ destination: row.destination, channel_id: row.channel.id }] : [],
  );
  return {
    version: version.version,
    map,
    ...(chosen.length < version.lines.length && { lines: chosen }),
    ...(freight.length < version.freight.length && { freight }),
  };
}

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
  const show = useShowAnswer(api.quotes.get);
  const accept = useApiMutation(api.quotes.accept, {
    onSuccess: (answer, { params }) => {
      show({ params }, answer);
      toast.success(t('accepted', { number: answer.number }));
    },
  });
  const [lines, setLines] = useState(() => version.lines.map((line) => String(line.line)));
  const [routes, setRoutes] = useState(() => version.freight.map(routeKey));
  const [map, setMap] = useState(true);
  const mappable = version.lines.some((line) => line.variant_id !== null && lines.includes(String(line.line)));
  const write = (amount: number) => formatMoney({ amount, currency: quote.currency }, i18n.language);
  const first = version.lines.find((line) => lines.includes(String(line.line))) ?? version.lines[0];
  const matrix = first ? landedMatrix(version, first, quote.currency) : [];
  const input = { params: { id: quote.id }, body: choiceOf(version, lines, routes, map) };
  const some = lines.length > 0 && routes.length > 0;
  const whole = lines.length === version.lines.length && routes.length === version.freight.length;
  const submitLabel = some && !whole ? t('acceptSome', { count: lines.length }) : t('accept');
  const preview = useApiQuery(api.quotes.previewAccept, some ? input : null, { keepPrevious: true });
  const effect = preview.data;
  const unknown = preview.isLoading ? t('acceptChecking') : undefined; // its answer moves the button: nobody misses it
  const missing = some ? unknown : t(lines.length === 0 ? 'acceptLinesMissing' : 'acceptRoutesMissing');
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('acceptTitle', { number: quote.number, version: version.version })}
      submitLabel={submitLabel}
      missing={missing}
      onSubmit={() => accept.run(input)}
      width={560}
    >
      {some && effect && <AcceptEffect effect={effect} />}
      <Checkbox.Group label={t('acceptLines')} value={lines} onChange={setLines}>
        <div className={classes.ticks}>
          {version.lines.map((line) => (
            <Checkbox key={line.line} value={String(line.line)} label={`${line.title} · ${write(line.unit_price)}`} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox.Group label={t('acceptRoutes')} value={routes} onChange={setRoutes}>
        <div className={classes.ticks}>
          {matrix.map(({ key, row, cells }) => (
            <Checkbox
              key={key}
              value={key}
              label={`${countryName(row.destination, i18n.language)} · ${row.channel.name} · ${t('acceptLanded', { amount: write(cells[0]?.landed ?? 0) })}`}
            />
          ))}
        </div>
      </Checkbox.Group>
      {mappable && (
        <Checkbox
          label={t('acceptMap')}
          description={t('acceptMapHelp')}
          checked={map}
          onChange={(event) => setMap(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
