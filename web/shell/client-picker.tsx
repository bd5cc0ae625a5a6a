import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { chooseClient, type ClientChoice } from '../api/client-choice.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { useMayLose } from '../components/unsaved.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { SearchField } from '../ui/search-field.tsx';
import classes from './client-picker.module.css';

/** Asks staff whose data a merchant's page shall show (P3). */
export function ClientPicker() {
  const { t } = useTranslation();
  const mayLose = useMayLose();
  const [q, setQ] = useState('');
  const clients = useApiQuery(api.clients.options, { query: { q, per_page: 20 } }, { keepPrevious: true });
  const handleChoose = async (client: ClientChoice) => {
    if (await mayLose()) chooseClient(client);
  };
  return (
    <div className={classes.picker}>
      <h1 className={classes.title}>{t('client.title')}</h1>
      <p className={classes.text}>{t('client.text')}</p>
      <SearchField label={t('client.search')} value={q} onSearch={setQ} width="100%" />
      {clients.error !== null && <ErrorBox error={clients.error} onRetry={() => void clients.refetch()} />}
      <ul className={classes.list} aria-busy={clients.isFetching}>
        {clients.data?.map((client) => (
          <li key={client.id}>
            <UnstyledButton className={classes.client} onClick={() => void handleChoose(client)}>
              <span>{client.label}</span>
              <IconChevronRight size={16} stroke={1.75} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
        {clients.data?.length === 0 && <li className={classes.none}>{t('client.none')}</li>}
      </ul>
    </div>
  );
}
