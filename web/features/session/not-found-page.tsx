import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { plainButtonClass } from '#web/ui/plain-button.tsx';
import { LostFrame } from './lost-frame.tsx';

/** `/404`: an address that leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <LostFrame>
      <EmptyState
        drawing="lost"
        title={t('notFoundPage.title')}
        text={t('notFoundPage.text')}
        action={
          <Link className={plainButtonClass} to={paths.root}>
            {t('notFoundPage.home')}
          </Link>
        }
      />
    </LostFrame>
  );
}
