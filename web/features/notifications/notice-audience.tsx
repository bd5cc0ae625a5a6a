import { MultiSelect, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { audiences, type Draft } from './notice-draft.ts';

type Option = { value: string; label: string };
const searchMs = 300;

/** Who a notice is for: everybody, some clients, or the visitors of a domain. */
export function NoticeAudience({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation('notifications');
  const { to } = form.values;
  return (
    <>
      <Select
        label={t('staff.audience')}
        data={audiences.map((value) => ({ value, label: t(`staff.audiences.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('to')}
      />
      {to === 'accounts' && <Clients form={form} />}
      {to === 'domain' && (
        <TextInput
          label={t('staff.domain')}
          description={t('staff.domainHelp')}
          {...form.getInputProps('domain')}
          error={form.errors['audience.domain']}
        />
      )}
    </>
  );
}

function Clients({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation('notifications');
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search, searchMs);
  const found = (
    useApiQuery(api.clients.options, { query: { q, per_page: 20 } }, { keepPrevious: true, enabled: true }).data ?? []
  ).map(({ id, label }): Option => ({ value: id, label }));
  const [chosen, setChosen] = useState<Option[]>([]);
  const known = [...chosen, ...found.filter(({ value }) => !chosen.some((option) => option.value === value))];
  const handleChange = (ids: string[]) => {
    setChosen(known.filter(({ value }) => ids.includes(value)));
    form.setFieldValue('accounts', ids);
  };
  return (
    <MultiSelect
      label={t('staff.clients')}
      description={t('staff.clientsHelp')}
      data={known}
      value={form.values.accounts}
      onChange={handleChange}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      error={form.errors['audience.account_ids'] ?? form.errors.audience}
    />
  );
}
