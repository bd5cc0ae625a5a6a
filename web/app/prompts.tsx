import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { reauthorizeDeadline } from '#contract/constants.ts';
import { showFailure } from '../api/call.ts';
import { type Profile, useSession } from '../components/session.tsx';
import { loadTexts } from '../i18n/index.ts';
import { paths, withQuery } from '../lib/paths.ts';
import { usePrompts } from './use-prompts.ts';

const BindDialog = lazy(async () => {
  const [module] = await Promise.all([import('../features/profile/bind-dialog.tsx'), loadTexts('profile')]);
  return { default: module.BindDialog };
});
const ContactDialog = lazy(async () => {
  const [module] = await Promise.all([import('../features/profile/contact-dialog.tsx'), loadTexts('profile')]);
  return { default: module.ContactDialog };
});
const ReauthorizeDialog = lazy(async () => {
  const [module] = await Promise.all([import('../features/stores/reauthorize-dialog.tsx'), loadTexts('stores')]);
  return { default: module.ReauthorizeDialog };
});

/** The dialogs that greet a user, one at a time (spec §2). `path` is that of the page in the shell; without one they wait. */
export function Prompts({ profile, path }: { profile: Profile; path: string | undefined }) {
  const { next, domains, refresh, close, setThanking, leave } = usePrompts(profile, path);
  const { reload } = useSession();
  const navigate = useNavigate();
  const handleBound = () => {
    setThanking(true);
    reload().catch(showFailure); // the contact is kept; only what is shown of it is old
  };
  const handleAddStore = () => {
    leave();
    void navigate(withQuery(paths.stores, { add: 1 }));
  };
  const mayAdd = profile.rights.stores?.includes('edit') ?? false;
  return (
    <Suspense fallback={null}>
      {next === 'bind' && (
        <BindDialog
          onBound={handleBound}
          onClose={() => close('bind')}
          onAddStore={mayAdd ? handleAddStore : undefined}
        />
      )}
      {next === 'thanks' && <ContactDialog channels={profile.contact} onClose={() => setThanking(false)} />}
      {next === 'reauthorize' && (
        <Reauthorize domains={domains} onRefresh={refresh} onClose={() => close('reauthorize')} />
      )}
    </Suspense>
  );
}

type ReauthorizeProps = { domains: readonly string[]; onRefresh: () => void; onClose: () => void };

/** The dialog with the spec's text and deadline (decision 33). */
function Reauthorize(props: ReauthorizeProps) {
  const { t, i18n } = useTranslation('stores');
  const date = new Intl.DateTimeFormat(i18n.language === 'zh' ? 'zh' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return <ReauthorizeDialog {...props} text={t('again.text', { date: date.format(new Date(reauthorizeDeadline)) })} />;
}
