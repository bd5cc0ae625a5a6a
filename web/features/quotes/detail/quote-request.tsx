import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joinWords } from '#web/lib/format.ts';
import { Picture } from '#web/components/picture.tsx';
import { countryName } from '#web/lib/countries.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { RequestVariants } from './request-variants.tsx';
import classes from '../quotes.module.css';
import type { QuoteDetail } from '../quotes-types.ts';
import { TargetPrice } from '../target-price.tsx';

type RequestProps = {
  quote: QuoteDetail;
  more?: Fact[];
  /** Whether its pictures stand elsewhere already. */
  withoutPictures?: boolean;
};

/** What the client asked for. */
export function QuoteRequest({ quote, more = [], withoutPictures = false }: RequestProps) {
  const { t, i18n } = useTranslation('quotes');
  const wishes = quote.target_price !== null || quote.counter_min !== null;
  const waiting = new Map(quote.waiting.map(({ country, orders }) => [country, orders]));
  const placed = (code: string) => {
    const name = countryName(code, i18n.language);
    const orders = waiting.get(code);
    return orders === undefined ? name : t('detail.placeWaiting', { place: name, count: orders });
  };
  const others = quote.waiting.filter(({ country }) => !quote.destinations.includes(country));
  const yes = (value: boolean) => (value ? t('detail.yes') : t('detail.no'));
  const facts: (Fact | false)[] = [
    ...more,
    { label: t('detail.source'), value: t(`source.${quote.source}`) },
    quote.url !== null && {
      label: quote.site === '1688' ? quote.site : t(`site.${quote.site ?? 'other'}`),
      value: <PageLink url={quote.url} />,
    },
    {
      label: t('detail.destinations'),
      value: <Places names={quote.destinations.map(placed)} />,
    },
    others.length > 0 && {
      label: t('detail.alsoWaiting'),
      value: <Places names={others.map(({ country }) => placed(country))} />,
    },
    { label: t('detail.volume'), value: quote.orders_per_day },
    quote.quantity !== null && { label: t('detail.once'), value: quote.quantity },
    { label: t('detail.target'), value: wishes ? <TargetPrice quote={quote} /> : null },
    quote.target_days !== null && {
      label: t('detail.targetDays'),
      value: t('detail.leadDays', { count: quote.target_days }),
    },
    { label: t('detail.branding'), value: yes(quote.branding) },
    { label: t('detail.sample'), value: yes(quote.sample) },
    { label: t('detail.note'), value: quote.note },
    // neither is for its client to specify
    quote.store !== null && { label: t('detail.store'), value: quote.store.name },
    quote.agent !== null && { label: t('detail.agent'), value: quote.agent },
    quote.asked_from !== null && { label: t('detail.basedOn'), value: quote.asked_from.number },
  ];
  return (
    <DetailSection title={t('detail.request')}>
      {quote.pictures.length > 0 && !withoutPictures && (
        <ul className={classes.pictures} aria-label={t('detail.pictures')}>
          {quote.pictures.map((url) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer" aria-label={t('detail.openPicture')}>
                <Picture url={url} size={88} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <Facts facts={facts.filter((fact) => fact !== false)} />
      <RequestVariants quote={quote} />
    </DetailSection>
  );
}

/** So many countries are read at a glance; the others come on demand. */
const glance = 12;

function Places({ names }: { names: readonly string[] }) {
  const { t, i18n } = useTranslation('quotes');
  const [all, setAll] = useState(false);
  if (all || names.length <= glance) return joinWords(names, i18n.language);
  return (
    <>
      {joinWords(names.slice(0, glance), i18n.language)}{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => setAll(true)}>
        {t('detail.allPlaces', { count: names.length })}
      </Anchor>
    </>
  );
}

function PageLink({ url }: { url: string }) {
  return (
    <Anchor href={url} target="_blank" rel="noreferrer nofollow" size="sm" className={classes.page ?? ''}>
      {url.replace(/^https?:\/\/(?:www\.)?/, '')}
    </Anchor>
  );
}
