import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { local } from '#web/lib/storage.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { plainButtonClass } from '#web/ui/plain-button.tsx';
import { LostFrame } from './lost-frame.tsx';

const key = 'x-admin-oauth-code'; // shell 10

/** `/auth-redirect`: leaves the text of its query to the window that waits for it, and closes (shell 8.5). */
export function AuthRedirectPage() {
  const { t } = useTranslation('session');
  const { search } = useLocation();
  useEffect(() => {
    local.setText(key, search.slice(1));
    window.close(); // only what a script opened can be closed by one
  }, [search]);
  return (
    <LostFrame>
      <EmptyState
        drawing="done"
        title={t('authRedirect.title')}
        text={t('authRedirect.text')}
        action={
          <Link className={plainButtonClass} to={paths.root}>
            {t('authRedirect.next')}
          </Link>
        }
      />
    </LostFrame>
  );
}
