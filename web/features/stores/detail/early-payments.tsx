import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { earlyPayments } from '#contract/store-rules.ts';
import classes from '../stores.module.css';
import type { SettingsForm } from '../stores-types.ts';

/** For which payments of the buyer, besides whole ones, orders are paid to us. */
export function EarlyPayments({ form, disabled }: { form: SettingsForm; disabled: boolean }) {
  const { t } = useTranslation('stores', { keyPrefix: 'detail' });
  const chosen = form.values.pay_when;
  return (
    <fieldset className={classes.fields} disabled={disabled}>
      <legend className={classes.legend}>{t('pay.when')}</legend>
      <div className={classes.column}>
        {earlyPayments.map((status) => (
          <Switch
            key={status}
            label={t(`pay.early.${status}`)}
            checked={chosen.includes(status)}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue(
                'pay_when',
                earlyPayments.filter((one) => (one === status ? checked : chosen.includes(one))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
