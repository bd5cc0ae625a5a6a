import { Button, Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { fillPrices, hasEnding, minorPrice, type Prices, type PublishItem, type Rule } from './publish-draft.ts';
import classes from './publish.module.css';

type PricesProps = {
  items: readonly PublishItem[];
  currency: string;
  prices: Prices;
  onPrices: (prices: Prices) => void;
  rule: Rule;
  onRule: (rule: Rule) => void;
  /** Missing prices are reported once the person tried to go on. */
  strict: boolean;
};

/** Prices in the store: by cost times a factor, then each manually; a SKU without a tick stays out. */
export function PublishPrices({ items, currency, prices, onPrices, rule, onRule, strict }: PricesProps) {
  const { t } = useTranslation('publishing');
  const change = (id: string, typed: string | null) => onPrices({ ...prices, [id]: typed });
  const computable = items.some((item) => item.price?.currency === currency);
  return (
    <fieldset className={classes.prices}>
      <legend>{t('prices', { currency })}</legend>
      {computable ? (
        <div className={classes.rule}>
          <TextInput
            label={t('multiplier')}
            inputMode="decimal"
            w={120}
            value={rule.factor}
            onChange={(event) => onRule({ ...rule, factor: event.currentTarget.value })}
          />
          {hasEnding(currency) && (
            <Checkbox
              label={t('roundTo99')}
              checked={rule.ending}
              onChange={(event) => onRule({ ...rule, ending: event.currentTarget.checked })}
            />
          )}
          <Button variant="default" onClick={() => onPrices(fillPrices(items, prices, rule, currency))}>
            {t('fill')}
          </Button>
        </div>
      ) : (
        <p className={classes.muted}>{t('otherCurrency', { currency })}</p>
      )}
      <ul className={classes.items}>
        {items.map((item) => {
          const typed = prices[item.id] ?? null;
          const wrong = typed !== null && minorPrice(typed, currency) === undefined && (strict || typed !== '');
          return (
            <li key={item.id} className={classes.item}>
              <Checkbox
                label={item.title}
                description={item.code}
                checked={typed !== null}
                disabled={item.status === 'discontinued'}
                onChange={(event) => change(item.id, event.currentTarget.checked ? '' : null)}
              />
              <span className={classes.cost}>
                {item.price ? (
                  <MoneyCell money={item.price} />
                ) : (
                  <span className={classes.muted}>{t('noCostYet')}</span>
                )}
              </span>
              <TextInput
                aria-label={t('priceOf', { name: item.title })}
                inputMode="decimal"
                w={110}
                disabled={typed === null}
                value={typed ?? ''}
                error={wrong && t('priceBad')}
                onChange={(event) => change(item.id, event.currentTarget.value)}
              />
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
