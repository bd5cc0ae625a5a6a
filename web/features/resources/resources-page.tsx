import { Anchor, Button, Skeleton, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '#web/api/client.ts';
import { paths } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import classes from './resources-page.module.css';

/** What helps with the daily work: shipping channels, file formats, the API document. */
export function ResourcesPage() {
  const { t } = useTranslation('resources');
  return (
    <Page title={t('title')} width="form">
      <Panel title={t('channels')}>
        <p className={classes.text}>{t('channelsText')}</p>
        <Channels />
      </Panel>
      <Panel title={t('files')}>
        <h3 className={classes.head}>{t('orderFile')}</h3>
        <p className={classes.text}>{t('orderFileText')}</p>
        <div className={classes.acts}>
          <Button variant="default" component={Link} to={paths.orders}>
            {t('toOrders')}
          </Button>
          <Anchor href="/examples/orders.csv" download>
            {t('template')}
          </Anchor>
        </div>
        <h3 className={classes.head}>{t('api')}</h3>
        <p className={classes.text}>{t('apiText')}</p>
        <div className={classes.acts}>
          <Button variant="default" component={Link} to={paths.apiDocument}>
            {t('toApi')}
          </Button>
        </div>
      </Panel>
      <p className={classes.coming}>{t('coming')}</p>
    </Page>
  );
}

function Channels() {
  const { t } = useTranslation('resources');
  const query = useQuery({
    queryKey: ['shipping', 'channels'],
    queryFn: ({ signal }) => api.shipping.channels({}, { signal }),
  });
  if (query.error !== null) return <ErrorBox error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton height={120} radius={6} />;
  if (query.data.length === 0) return <EmptyState title={t('noChannels')} />;
  return (
    <Table className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('columns.name')}</Table.Th>
          <Table.Th>{t('columns.carrier')}</Table.Th>
          <Table.Th>{t('columns.code')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {query.data.map((channel) => (
          <Table.Tr key={channel.id}>
            <Table.Td>{channel.name}</Table.Td>
            <Table.Td>{channel.carrier}</Table.Td>
            <Table.Td>{channel.code}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
