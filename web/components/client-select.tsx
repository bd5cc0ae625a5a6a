import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';

type ClientSelectProps = {
  label: string;
  description?: string;
  value: string | null;
  /** With the currency of the chosen client's wallet. */
  onChange: (id: string | null, currency?: string) => void;
  error?: ReactNode;
  /** One must be chosen: nobody is everybody. */
  required?: boolean;
  /** Its name is known from elsewhere, such as an answer. */
  bare?: boolean;
};

/** A client by name or number; none means everybody. */
export function ClientSelect(props: ClientSelectProps) {
  const { label, description, value, onChange, error, required = false, bare = false } = props;
  const { t } = useTranslation('lists');
  const [q, setQ] = useState('');
  const [name, setName] = useState<string>();
  const clients = useApiQuery(api.clients.options, { query: { q, per_page: 20 } }, { keepPrevious: true }).data ?? [];
  const found = clients.map((one) => ({ value: one.id, label: one.label }));
  const chosen = value !== null && name !== undefined && !found.some((one) => one.value === value);
  const data = chosen ? [{ value, label: name }, ...found] : found;
  return (
    <Select
      {...(bare ? { 'aria-label': label } : { label })}
      {...(description !== undefined && { description })}
      placeholder={t(required ? 'chooseClient' : 'allClients')}
      error={error}
      data={data}
      value={value}
      onChange={(next, option) => {
        setName(option?.label);
        onChange(next, clients.find(({ id }) => id === next)?.currency);
      }}
      onSearchChange={setQ}
      filter={({ options }) => options} // the server has searched
      searchable
      clearable
    />
  );
}
