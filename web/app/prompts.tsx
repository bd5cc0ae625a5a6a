import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { reauthorizeDeadline } from '#contract/constants.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { showFailure } from '../api/call.ts';
import type { Contract } from '../api/client.ts';
import { useRefetch } from '../api/refetch.ts';
import { bindWanted } from '../components/bind-wanted.ts';
import { type Profile, useSession } from '../components/session.tsx';
import { loadTexts } from '../i18n/index.ts';
import { paths, withQuery } from '../lib/paths.ts';
import { GreetingContext } from '../ui/use-overlay.ts';
import { usePrompts } from './use-prompts.ts';

type Site = AnswerOf<Contract['branding']['site']>;

const BindDialog = lazy(async () => {
  const [module] = await Promise.all([import('../features/profile/bind-dialog.tsx'), loadTexts('profile')]);
  return { default: module.BindDialog };
});
const AskOwnerDialog = lazy(async () => {
  const [module] = await Promise.all([import('../features/profile/ask-owner-dialog.tsx'), loadTexts('profile')]);
  return { default: module.AskOwnerDialog };
});
const ContactDialog = lazy(async () => {
  const [module] = await Promise.all([import('../features/profile/contact-dialog.tsx'), loadTexts('profile')]);
  return { default: module.ContactDialog };
});
const ReauthorizeDialog = lazy(async () => {
  const [module] = await Promise.all([
    import('../features/stores/connect/reauthorize-dialog.tsx'),
    loadTexts('stores'),
  ]);
  return { default: module.ReauthorizeDialog };
});
const NoticeDialog = lazy(async () => ({
  default: (await import('../features/notifications/notice-dialog.tsx')).NoticeDialog,
}));

/**
 * The dialogs that greet a user, one at a time (spec §2), and none over or under a dialog of the page. `path` is that of
 * the page in the shell; without one they wait.
 */
export function Prompts({ profile, path }: { profile: Profile; path: string | undefined }) {
  const { next, domains, popup, site, refresh, close, setThanking, leave } = usePrompts(profile, path);
  const { reload } = useSession();
  const navigate = useNavigate();
  const refetch = useRefetch();
  const handleBound = () => {
    setThanking(true);
    bindWanted.set(false);
    void refetch('account');
    reload().catch(showFailure); // the contact is kept; only what is shown of it is old
  };
  const handleAddStore = () => {
    bindWanted.set(false);
    leave();
    void navigate(withQuery(paths.stores, { add: 1 }));
  };
  const mayAdd = profile.rights.stores?.includes('edit') ?? false;
  return (
    <GreetingContext value>
      <Suspense fallback={null}>
        {next === 'bind' && (
          <BindDialog
            onBound={handleBound}
            onClose={() => close('bind')}
            onAddStore={mayAdd ? handleAddStore : undefined}
          />
        )}
        {next === 'ask_owner' && (
          <AskOwnerDialog account={profile.account?.name ?? ''} onClose={() => close('ask_owner')} />
        )}
        {next === 'thanks' && <ContactDialog channels={profile.contact} onClose={() => setThanking(false)} />}
        {next === 'reauthorize' && (
          <Reauthorize site={site} domains={domains} onRefresh={refresh} onClose={() => close('reauthorize')} />
        )}
        {next === 'notice' && popup && <NoticeDialog key={popup.id} notice={popup} onClose={() => close('notice')} />}
      </Suspense>
    </GreetingContext>
  );
}

type ReauthorizeProps = {
  site: Site | null;
  domains: readonly string[];
  onRefresh: () => void;
  onClose: () => void;
};

/** The dialog with the domain's text and deadline; the spec's where it has none (P33). */
function Reauthorize({ site, ...props }: ReauthorizeProps) {
  const { t, i18n } = useTranslation('stores');
  const language = i18n.language === 'en' ? 'en-GB' : i18n.language; // 1 April 2023, as the spec writes it
  const deadline = new Date(site?.reauthorize_deadline ?? reauthorizeDeadline);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(deadline);
  return <ReauthorizeDialog {...props} text={site?.reauthorize_text || t('again.text', { date })} />;
}
