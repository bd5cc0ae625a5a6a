import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClockField } from '#web/components/clock-field.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import type { AddingProps } from './shipping-types.ts';
import classes from './shipping.module.css';

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minuteOf = (text: string) => {
  const [hours = '', minutes = ''] = text.split(':');
  return Number(hours) * 60 + Number(minutes);
};

/** Until when an order must be paid to go out the same day, by channel. */
export function CutOffsPanel({ adding, onAdded }: AddingProps) {
  const { t } = useTranslation('shipping');
  const { data, error, refetch } = useApiQuery(api.shipping.staffCutOffs, {});
  return (
    <>
      <Toolbar>{t('cutOff.zone')}</Toolbar>
      <div className={classes.body}>
        {error && !data ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
        <PlainTable label={t('tabs.cut_offs')} flush>
          <thead>
            <tr>
              <th scope="col">{t('rate.channel')}</th>
              <th scope="col">{t('cutOff.time')}</th>
              <th scope="col">{t('rate.since')}</th>
            </tr>
          </thead>
          <tbody>
            {data?.map((row) => (
              <tr key={row.id}>
                <td>{row.channel?.name ?? t('cutOff.others')}</td>
                <td>{clock(row.at_minute)}</td>
                <td>
                  <TimeCell time={row.valid_from} />
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
      {adding && <CutOffDialog onClose={onAdded} />}
    </>
  );
}

function CutOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shipping');
  const save = useApiMutation(api.shipping.setCutOff, { refetch: ['shipping'] });
  const { data: channels = [] } = useApiQuery(api.shipping.channels, {});
  const [channel, setChannel] = useState('');
  const [time, setTime] = useState('16:00');
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('cutOff.add')}
      submitLabel={t('cutOff.save')}
      missing={time === '' ? t('cutOff.timeMissing') : undefined}
      onSubmit={() => save.run({ body: { channel_id: channel === '' ? null : channel, at_minute: minuteOf(time) } })}
    >
      <Select
        label={t('rate.channel')}
        allowDeselect={false}
        data={[
          { value: '', label: t('cutOff.others') },
          ...channels.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={channel}
        onChange={(value) => setChannel(value ?? '')}
      />
      <ClockField label={t('cutOff.time')} description={t('cutOff.zone')} value={time} onChange={setTime} />
    </FormDialog>
  );
}
