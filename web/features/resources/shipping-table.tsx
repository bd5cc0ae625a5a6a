import { Select, Skeleton, Table } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { formulaText } from '#web/components/freight-text.ts';
import { countries, countryName } from '#web/lib/countries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from './resources-page.module.css';

/** What each channel charges to a country, how long it takes, and what it does not carry. */
export function ShippingTable() {
  const { t, i18n } = useTranslation('resources');
  const { t: ts } = useTranslation('shipping');
  const [country, setCountry] = useState('US');
  const query = useApiQuery(api.shipping.rates, { query: { destination: country } }, { keepPrevious: true });
  const places = useMemo(
    () => countries.map((code) => ({ value: code, label: countryName(code, i18n.language) })),
    [i18n.language],
  );
  return (
    <>
      <Select
        label={t('country')}
        w={260}
        mb={12}
        searchable
        allowDeselect={false}
        data={places}
        value={country}
        onChange={(value) => setCountry(value ?? country)}
      />
      {query.error !== null && query.data === undefined && (
        <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data === undefined && query.error === null && <Skeleton height={120} radius={6} />}
      {query.data?.length === 0 && <EmptyState title={t('noChannels')} />}
      {query.data !== undefined && query.data.length > 0 && (
        <div className={classes.scroll}>
          <Table className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('columns.name')}</Table.Th>
                <Table.Th>{t('columns.freight')}</Table.Th>
                <Table.Th>{t('columns.days')}</Table.Th>
                <Table.Th>{t('columns.tax')}</Table.Th>
                <Table.Th>{t('columns.refuses')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {query.data.map((rate) => (
                <Table.Tr key={rate.id}>
                  <Table.Td>{rate.channel.name}</Table.Td>
                  <Table.Td>
                    {formulaText(ts, rate.formula, (amount) =>
                      formatMoney({ amount, currency: rate.currency }, i18n.language),
                    )}
                  </Table.Td>
                  <Table.Td>{ts('rate.daysOf', { p50: rate.days_p50, p90: rate.days_p90 })}</Table.Td>
                  <Table.Td>{ts(`cost.tax.${rate.tax_mode}`)}</Table.Td>
                  <Table.Td>{rate.refuses.map((kind) => ts(`goods.${kind}`)).join(', ') || '–'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </>
  );
}
