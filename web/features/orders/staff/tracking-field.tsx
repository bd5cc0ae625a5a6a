import { Alert, Button, TextInput, type TextInputProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#web/api/api-error.ts';

/** A tracking number that was refused because other orders have it, until another one is entered. */
export function useSharedNumber(number: string) {
  const [refused, setRefused] = useState({ number: '', sentence: '' });
  const onRefusal = (error: ApiError) => {
    if (error.code !== 'tracking_number_shared') return false;
    setRefused({ number: number.trim(), sentence: error.message });
    return true;
  };
  /** Whose number it is as well: sent once more, it is meant. */
  const warning = number.trim() === refused.number ? refused.sentence : '';
  return { onRefusal, warning, shared: warning !== '' };
}

/** The tracking number of a parcel; one that other orders have can be changed or used all the same. */
export function TrackingField({ warning, ...field }: TextInputProps & { warning: string }) {
  const { t } = useTranslation('orders-staff');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <TextInput
        ref={input}
        label={t('fulfillment.tracking')}
        description={t('fulfillment.trackingHelp')}
        autoComplete="off"
        {...field}
      />
      {warning && (
        <Alert color="yellow" variant="light" role="alert">
          {warning}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => input.current?.select()}>
            {t('fulfillment.change')}
          </Button>
        </Alert>
      )}
    </>
  );
}
