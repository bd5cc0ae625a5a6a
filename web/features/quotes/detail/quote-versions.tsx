import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '#web/lib/countries.ts';
import { formatDate, formatMoney } from '#web/lib/format.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { FreightMatrix } from './freight-matrix.tsx';
import { QuoteLines } from './quote-lines.tsx';
import classes from '../quotes.module.css';
import { type Change, versionDiff } from './version-diff.ts';
import type { QuoteDetail } from '../quotes-types.ts';

/** The answers to a quote: the current one first, any other by its number, each with what it changed. */
export function QuoteVersions({ quote }: { quote: QuoteDetail }) {
  const { t } = useTranslation('quotes');
  const [chosen, setChosen] = useState<string>();
  const { versions, currency } = quote;
  const shown = versions.find((known) => String(known.version) === chosen) ?? versions[0];
  if (!shown) return null;
  const before = versions.find((known) => known.version === shown.version - 1);
  return (
    <>
      {versions.length > 1 && (
        <div className={classes.versions}>
          <SegmentedControl
            aria-label={t('versions.label')}
            data={versions
              .toReversed()
              .map(({ version }) => ({ value: String(version), label: t('detail.version', { version }) }))}
            value={String(shown.version)}
            onChange={setChosen}
          />
          <Sent at={shown.created_at} due={shown.due_at} />
        </div>
      )}
      {before && <Changes changes={versionDiff(before, shown)} before={before.version} currency={currency} />}
      <DetailSection title={t('detail.lines')}>
        <QuoteLines version={shown} currency={currency} items={quote.items} />
        {shown.note !== '' && <Facts facts={[{ label: t('detail.noteFromAgent'), value: shown.note }]} />}
      </DetailSection>
      <DetailSection title={t('detail.freight')}>
        <FreightMatrix version={shown} currency={currency} items={quote.items} />
        <Facts
          facts={[
            ...(quote.status === 'accepted'
              ? [] // what was accepted stands, whatever the day
              : [{ label: t('detail.validUntil'), value: formatDate(shown.valid_until) }]),
            { label: t('detail.lock'), value: t('detail.lockDays', { count: shown.price_lock_days }) },
            ...(versions.length > 1
              ? []
              : [{ label: t('versions.sent'), value: <Sent at={shown.created_at} due={shown.due_at} /> }]),
          ]}
        />
      </DetailSection>
    </>
  );
}

/** When an answer came, and honestly whether that was later than promised. */
function Sent({ at, due }: { at: string; due: string | null }) {
  const { t } = useTranslation('quotes');
  const hours = due === null ? 0 : Math.ceil((Date.parse(at) - Date.parse(due)) / 3_600_000);
  return (
    <span className={classes.sent}>
      <TimeCell time={at} />
      {hours > 0 && <StatusChip tone="red" label={t('versions.late', { count: hours })} />}
    </span>
  );
}

function Changes({ changes, before, currency }: { changes: Change[]; before: number; currency: string }) {
  const { t, i18n } = useTranslation('quotes');
  const money = new Set<Change['what']>(['price', 'freight', 'added', 'removed']);
  const write = (change: Change, value: string | number | null) => {
    if (value === null) return undefined;
    if (typeof value === 'string') return value;
    if (money.has(change.what)) return formatMoney({ amount: value, currency }, i18n.language);
    return change.what === 'weight' ? t('detail.grams', { count: value }) : String(value);
  };
  const nameOf = ({ about }: Change) => {
    if (about.kind === 'line') return about.title;
    return about.kind === 'terms'
      ? t('versions.terms')
      : `${countryName(about.destination, i18n.language)}, ${about.channel}`;
  };
  return (
    <DetailSection title={t('versions.changes', { version: before })}>
      {changes.length === 0 && <p className={classes.lead}>{t('versions.same')}</p>}
      <ul className={classes.changes}>
        {changes.map((change) => (
          <li key={`${nameOf(change)} ${change.what}`}>
            <span className={classes.changed}>
              {nameOf(change)} · {t(`versions.what.${change.what}`)}
            </span>
            <span>
              {change.from !== null && <del>{write(change, change.from)}</del>}
              {change.from !== null && change.to !== null && ' → '}
              {change.to !== null && (
                <ins className={classes.side} data-better={change.better ?? undefined}>
                  {write(change, change.to)}
                </ins>
              )}
            </span>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
