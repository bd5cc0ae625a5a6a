import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PlainButton, plainButtonClass } from '#web/ui/plain-button.tsx';
import { LostFrame } from './lost-frame.tsx';
import classes from './lost-frame.module.css';

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
          <div className={classes.ways}>
            <Link className={plainButtonClass} to={paths.root}>
              {t('forbiddenPage.home')}
            </Link>
            <PlainButton quiet onClick={handleBack}>
              {t('forbiddenPage.back')}
            </PlainButton>
          </div>
        }
      />
    </LostFrame>
  );
}
