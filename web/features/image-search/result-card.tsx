import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import classes from './image-search.module.css';
import type { Result, ResultActions } from './image-search-types.ts';

type CardProps = {
  result: Result;
  actions: ResultActions;
  compared: boolean;
  /** No room for another one in the tray. */
  full: boolean;
  onCompare: () => void;
};

/** One result: how alike, what it is, what it costs, and what can be done with it. */
export function ResultCard({ result, actions, compared, full, onCompare }: CardProps) {
  const { t } = useTranslation('image-search');
  return (
    <li className={classes.card} data-compared={compared}>
      <img className={classes.photo} src={result.picture_url} alt="" loading="lazy" decoding="async" />
      <div className={classes.words}>
        <div className={classes.line}>
          <Similarity share={result.similarity} />
          <span className={classes.kind}>{result.kind === 'own' ? result.store.name : result.code}</span>
        </div>
        <h3 className={classes.name} title={result.title}>
          {result.title}
        </h3>
        <Price result={result} />
        <p className={classes.muted}>
          {result.kind === 'catalog'
            ? t('card.facts', { grams: result.weight_g, count: result.lead_days, moq: result.moq })
            : t(`card.mapping.${result.mapping_state}`)}
        </p>
      </div>
      <div className={classes.actions}>
        <ActionButtons result={result} actions={actions} />
        <Checkbox
          label={t('compare.add')}
          aria-label={t('compare.addName', { name: result.title })}
          checked={compared}
          disabled={full && !compared}
          onChange={onCompare}
        />
      </div>
    </li>
  );
}

/** How alike, in words that a number alone would not be. */
export function Similarity({ share }: { share: number }) {
  const { t, i18n } = useTranslation('image-search');
  return (
    <strong className={classes.share}>
      {t('card.match', { percent: formatNumber(Math.round(share * 100), i18n.language) })}
    </strong>
  );
}

/** What a result costs this merchant; what it sells for where it is an own product. */
export function Price({ result }: { result: Result }) {
  const { t } = useTranslation('image-search');
  if (result.price !== null)
    return (
      <p className={classes.price}>
        {t(result.kind === 'own' ? 'card.costs' : 'card.yourPrice')} <MoneyCell money={result.price} tone="strong" />
      </p>
    );
  if (result.kind === 'own' && result.sells_min !== null)
    return (
      <p className={classes.price}>
        {t('card.sells')} <MoneyCell money={result.sells_min} />
      </p>
    );
  return <p className={classes.price}>{t('card.noPrice')}</p>;
}

/** The next actions for a result. */
export function ActionButtons({ result, actions }: { result: Result; actions: ResultActions }) {
  const { t } = useTranslation('image-search');
  if (result.kind === 'own')
    return (
      <Button component={Link} size="xs" variant="default" to={withQuery(paths.products, { product: result.id })}>
        {t('card.open')}
      </Button>
    );
  return (
    <>
      {actions.onMap && (
        <Button
          size="xs"
          variant={result.price === null ? 'default' : 'filled'}
          onClick={() => actions.onMap?.(result)}
        >
          {t('card.map')}
        </Button>
      )}
      {actions.onAsk && (
        <Button
          size="xs"
          variant={result.price === null ? 'filled' : 'default'}
          onClick={() => actions.onAsk?.(result)}
        >
          {t(result.price === null ? 'card.requestQuote' : 'card.requestNewQuote')}
        </Button>
      )}
    </>
  );
}
