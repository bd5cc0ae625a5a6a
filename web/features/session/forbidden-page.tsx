import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LostFrame } from './lost-frame.tsx';

/** `/401`: a page that this user may not see. Back leads to the Dashboard when `noGoBack` is set (shell 8.5). */
export function ForbiddenPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const handleBack = () => void (search.has('noGoBack') ? navigate(paths.dashboard) : navigate(-1));
  return (
    <LostFrame>
      <EmptyState
        drawing="search"
        title={t('forbiddenPage.title')}
        text={t('forbiddenPage.text')}
        action={
          <Group gap={8}>
            <Button component={Link} to={paths.root}>
              {t('forbiddenPage.home')}
            </Button>
            <Button variant="default" onClick={handleBack}>
              {t('forbiddenPage.back')}
            </Button>
          </Group>
        }
      />
    </LostFrame>
  );
}
