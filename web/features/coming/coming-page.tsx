import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { type DrawingName, LineDrawing } from '#web/ui/line-drawing.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import classes from './coming-page.module.css';

/** Nearest working place and drawing of each feature that is not built yet. */
const places = {
  brands: { drawing: 'file', to: paths.products },
  affiliate: { drawing: 'people', to: paths.dashboard },
} as const satisfies Record<string, { drawing: DrawingName; to: string }>;

/** Says what a page will do, what works today, and leads there. */
function ComingPage({ feature }: { feature: keyof typeof places }) {
  const { t } = useTranslation(['coming', 'shell']);
  const { drawing, to } = places[feature];
  const points: readonly string[] = t(`coming:${feature}.points`, { returnObjects: true });
  return (
    <Page title={t(`shell:menu.${feature}`)} state={<StatusChip tone="grey" label={t('coming:soon')} />} width="form">
      <Panel>
        <div className={classes.lead}>
          <LineDrawing name={drawing} />
          <p>{t(`coming:${feature}.lead`)}</p>
        </div>
        <h2 className={classes.head}>{t('coming:planned')}</h2>
        <ul className={classes.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <h2 className={classes.head}>{t('coming:available')}</h2>
        <p className={classes.text}>{t(`coming:${feature}.available`)}</p>
        <Button component={Link} to={to}>
          {t(`coming:${feature}.action`)}
        </Button>
      </Panel>
    </Page>
  );
}

export const BrandsPage = () => <ComingPage feature="brands" />;
export const AffiliatePage = () => <ComingPage feature="affiliate" />;
