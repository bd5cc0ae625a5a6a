import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { type DrawingName, LineDrawing } from '#web/ui/line-drawing.tsx';
import classes from './money-flow.module.css';

/** Who pays whom: buyers never pay us, and what they paid is not in the wallet. */
const ways = {
  sales: [
    ['people', 'buyers'],
    ['shop', 'store'],
    ['person', 'you'],
  ],
  costs: [
    ['person', 'you'],
    ['wallet', 'wallet'],
    ['box', 'us'],
  ],
} as const satisfies Record<string, readonly (readonly [DrawingName, string])[]>;

/** How money flows: what buyers pay goes to the merchant by way of the store, what we get comes out of the wallet. */
export function MoneyFlow() {
  const { t } = useTranslation('wallet');
  return (
    <div className={classes.flow}>
      {(['sales', 'costs'] as const).map((way) => (
        <div key={way} className={classes.way} role="img" aria-label={t(`flow.${way}`)}>
          {ways[way].map(([drawing, place], index) => (
            <Fragment key={place}>
              {index > 0 && (
                <svg className={classes.arrow} viewBox="0 0 32 16" aria-hidden="true">
                  <path d="M2 8h28M23 2l7 6-7 6" />
                </svg>
              )}
              <span className={classes.place} aria-hidden="true">
                <LineDrawing name={drawing} />
                {t(`flow.places.${place}`)}
              </span>
            </Fragment>
          ))}
        </div>
      ))}
    </div>
  );
}
