import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/components/session.tsx';
import { local } from '#web/lib/storage.ts';
import classes from '../orders.module.css';

const steps = ['action_needed', 'quoting', 'to_pay', 'processing', 'shipped', 'delivered'] as const;
const keyOf = (userId: string) => `orders_strip:${userId}`;

/** What the tabs mean, on the first visits: until it is put away, per person and browser. */
export function StateStrip() {
  const { t } = useTranslation('orders');
  const { t: tl } = useTranslation('orders-list');
  const { id } = useProfile();
  const [shown, setShown] = useState(() => !local.has(keyOf(id)));
  if (!shown) return null;
  const hide = () => {
    local.set(keyOf(id), true);
    setShown(false);
  };
  return (
    <div className={classes.strip} role="note" aria-label={tl('strip.label')}>
      <ol className={classes.stripSteps}>
        {steps.map((step) => (
          <li key={step} className={classes.stripStep}>
            <strong>{t(`tabs.${step}`)}</strong>
            <span className={classes.muted}>{tl(`strip.steps.${step}`)}</span>
          </li>
        ))}
      </ol>
      <Button variant="subtle" size="xs" onClick={hide}>
        {tl('strip.hide')}
      </Button>
    </div>
  );
}
