import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#web/lib/paths.ts';

/** The way to what was put into stores. */
export function PublishedLink() {
  const { t } = useTranslation('publishing');
  return (
    <Button variant="default" component={Link} to={paths.published}>
      {t('pageTitle')}
    </Button>
  );
}
