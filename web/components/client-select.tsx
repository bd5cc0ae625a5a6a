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
  const clients = useApiQuery(api.clients.options, { query: { q, per_page: 20 } }, { keepPrevious: true }).data ?? [];
  // a link may choose one that the search does not find
  const known = useApiQuery(api.clients.options, value === null ? null : { query: { id: value } }).data ?? [];
  const shown = new Map([...known, ...clients].map((one) => [one.id, one]));
  return (
    <Select
      {...(bare ? { 'aria-label': label } : { label })}
      {...(description !== undefined && { description })}
      placeholder={t(required ? 'chooseClient' : 'allClients')}
      error={error}
      data={[...shown.values()].map((one) => ({ value: one.id, label: one.label }))}
      value={value}
      onChange={(next) => onChange(next, shown.get(next ?? '')?.currency)}
      onSearchChange={setQ}
      filter={({ options }) => options} // the server has searched
      searchable
      clearable
    />
  );
}
