import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { Policies } from './policies.tsx';
import { ProviderCalendar } from './provider-calendar.tsx';
import classes from './resources-page.module.css';
import { ShippingTable } from './shipping-table.tsx';

/** What helps with the daily work: shipping channels, file formats, the API document. */
export function ResourcesPage() {
  const { t } = useTranslation('resources');
  return (
    <Page title={t('title')} width="form">
      <Panel title={t('channels')}>
        <p className={classes.text}>{t('channelsText')}</p>
        <ShippingTable />
      </Panel>
      <Panel title={t('calendar')}>
        <ProviderCalendar />
      </Panel>
      <Panel title={t('policies')}>
        <p className={classes.text}>{t('policiesText')}</p>
        <Policies />
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
