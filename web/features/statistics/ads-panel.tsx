import { Button, FileButton, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { uploadFile } from '#web/api/upload.ts';
import { useAction, useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { DayField } from '#web/components/day-field.tsx';
import { useMay } from '#web/components/session.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { decimalToMinor, formatMoney } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import type { AdResult, Statistics } from './statistics-types.ts';
import type { Period } from './use-period.ts';
import classes from './statistics.module.css';

type Props = { data: Statistics; period: Period };
const shown = 50;

/** What was spent on ads in the period: entered manually or from a file, and removed again. */
export function AdsPanel({ data, period }: Props) {
  const { t, i18n } = useTranslation('statistics');
  const may = useMay()('statistics', 'edit');
  const { from, to, store_id } = period.filter;
  const [adding, setAdding] = useState(false);
  const [result, setResult] = useState<AdResult>();
  const { data: list } = useApiQuery(
    api.statistics.ads,
    { query: { from, to, store_id, per_page: shown } },
    { keepPrevious: true },
  );
  const importAds = useApiMutation(api.statistics.importAds, { refetch: ['statistics'] });
  const take = useAction(async (file: File) => {
    setResult(undefined); // so that the next one comes into view again
    const { id } = await uploadFile(file, 'ad_spend');
    const done = await importAds.run({ body: { file_id: id } });
    if (done) setResult(done);
  });
  const remove = useApiMutation(api.statistics.removeAd, { refetch: ['statistics'] });
  const rows = list?.data ?? [];
  return (
    <Panel
      title={t('ads.title')}
      actions={
        may && (
          <div className={classes.controls}>
            <FileButton accept=".csv,.txt,.tsv,.xlsx" onChange={(file) => file && void take.run(file)}>
              {(props) => (
                <Button {...props} variant="default" size="xs" loading={take.busy}>
                  {t('ads.import')}
                </Button>
              )}
            </FileButton>
            <Button variant="default" size="xs" onClick={() => setAdding(true)}>
              {t('ads.enter')}
            </Button>
          </div>
        )
      }
    >
      {result && <ImportResult result={result} />}
      {rows.length === 0 ? (
        <p className={classes.explained}>{t('ads.none')}</p>
      ) : (
        <PlainTable label={t('ads.title')} rows={rows.length}>
          <thead>
            <tr>
              <th>{t('columns.day')}</th>
              <th>{t('ads.platform')}</th>
              <th data-spare>{t('ads.campaign')}</th>
              <th data-spare>{t('columns.store')}</th>
              <th data-align="end">{t('ads.amount')}</th>
              {may && <th aria-label={t('ads.actions')} />}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>{row.day}</td>
                <td>{row.platform}</td>
                <td data-spare>{row.campaign}</td>
                <td data-spare>{row.store?.name ?? t('allStores')}</td>
                <td data-align="end">{formatMoney(row.amount, i18n.language)}</td>
                {may && (
                  <td data-align="end">
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={t('ads.removeNamed', { day: row.day, platform: row.platform })}
                      onClick={() => void remove.run({ params: { id: row.id } })}
                    >
                      {t('ads.remove')}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {may && <p className={classes.explained}>{t('ads.columns')}</p>}
      {adding && <AdDialog data={data} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

/** What became of a file's rows; those that were left out are named. It comes into view: the panel is the last of the page. */
function ImportResult({ result }: { result: AdResult }) {
  const { t } = useTranslation('statistics');
  const { added, changed, unchanged, refused } = result;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <div ref={box} role="status" className={classes.result}>
      <p>{t('ads.imported', { added, changed, unchanged })}</p>
      {refused.length > 0 && (
        <>
          <p>{t('ads.refused', { count: refused.length })}</p>
          <ul>
            {refused.slice(0, shown).map(({ row, message }) => (
              <li key={row}>{t('ads.refusedRow', { row, message })}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function AdDialog({ data, onClose }: { data: Statistics; onClose: () => void }) {
  const { t } = useTranslation('statistics');
  const { data: stores = [] } = useStoreOptions();
  const form = useForm({
    initialValues: { day: data.days.to, store_id: '', platform: '', campaign: '', amount: '' },
    validate: {
      day: (text) => (text === '' ? t('ads.dayMissing') : null),
      platform: (text) => (text.trim() === '' ? t('ads.platformMissing') : null),
      amount: (text) => (decimalToMinor(text, data.currency) === undefined ? t('ads.amountBad') : null),
    },
  });
  const save = useApiMutation(api.statistics.saveAd, { form, refetch: ['statistics'] });
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const { day, store_id, platform, campaign, amount } = form.values;
    return save.run({
      body: {
        day,
        store_id: store_id === '' ? null : store_id,
        platform,
        campaign,
        amount: { amount: decimalToMinor(amount, data.currency) ?? 0, currency: data.currency },
      },
    });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('ads.dialog')}
      submitLabel={t('ads.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
    >
      <Unsaved when={form.isDirty()} />
      <DayField label={t('columns.day')} {...form.getInputProps('day')} />
      <TextInput
        label={t('ads.platform')}
        description={t('ads.platformHelp')}
        maxLength={40}
        data-autofocus
        {...form.getInputProps('platform')}
      />
      <TextInput
        label={t('ads.campaign')}
        description={t('ads.campaignHelp')}
        maxLength={120}
        {...form.getInputProps('campaign')}
      />
      {stores.length > 1 && (
        <Select
          label={t('columns.store')}
          placeholder={t('allStores')}
          clearable
          data={stores.map(({ id, label }) => ({ value: id, label }))}
          value={form.values.store_id === '' ? null : form.values.store_id}
          error={form.errors.store_id}
          onChange={(next) => form.setFieldValue('store_id', next ?? '')}
        />
      )}
      <TextInput
        label={t('ads.amountOf', { currency: data.currency })}
        inputMode="decimal"
        maxLength={16}
        {...form.getInputProps('amount')}
      />
    </FormDialog>
  );
}
