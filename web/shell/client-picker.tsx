import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { chooseClient, type ClientChoice } from '../api/client-choice.ts';
import { api } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { useMayLose } from '../components/unsaved.tsx';
import { formatNumber } from '../lib/format.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { menuLinks } from './page-table.ts';
import { useShell } from './shell-context.tsx';
import { useStaffWork } from './staff-work.ts';
import classes from './tab-host.module.css';

/** Asks staff whose data a page of merchants shall show (P3); on the first page after what waits for them. */
export function ClientPicker({ home }: { home: boolean }) {
  const { t } = useTranslation();
  const mayLose = useMayLose();
  const [q, setQ] = useState('');
  const clients = useApiQuery(api.clients.options, { query: { q, per_page: 20 } }, { keepPrevious: true });
  const handleChoose = async (client: ClientChoice) => {
    if (await mayLose()) chooseClient(client);
  };
  return (
    <div className={classes.picker}>
      {home && <StaffToDo />}
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

/** What waits in the reader’s own areas, each with the way there; nothing where nothing waits. */
function StaffToDo() {
  const { t, i18n } = useTranslation();
  const { menu } = useShell();
  const work = useStaffWork(true);
  const waiting = menuLinks(menu).flatMap((chain) => {
    const entry = chain.at(-1);
    const count = entry && work[entry.path];
    return entry && count ? [{ ...entry, count }] : [];
  });
  if (waiting.length === 0) return null;
  return (
    <nav aria-labelledby="staff-to-do" className={classes.toDo}>
      <p id="staff-to-do" className={classes.title}>
        {t('client.toDo')}
      </p>
      <ul className={classes.list}>
        {waiting.map(({ path, title, count }) => (
          <li key={path}>
            <Link to={path} className={classes.client}>
              <span>{t(`menu.${title}`)}</span>
              <span className={classes.count}>{formatNumber(count, i18n.language)}</span>
              <IconChevronRight size={16} stroke={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
