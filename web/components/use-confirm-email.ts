import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { useProfile, useSession } from './session.tsx';

/** Whether the reader's address is confirmed, and the way to another link; looks again whenever the page comes back to sight. */
export function useConfirmEmail() {
  const { email_verified: confirmed } = useProfile();
  const { reload } = useSession();
  const [sent, setSent] = useState(false);
  const send = useApiMutation(api.session.sendVerification, { onSuccess: () => setSent(true) });
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') reload().catch(() => {}); // what is on the screen stays
  });
  useEffect(() => {
    if (confirmed) return undefined;
    const handleVisibility = () => look(); // the link opens beside this page
    document.addEventListener('visibilitychange', handleVisibility);
    return () => document.removeEventListener('visibilitychange', handleVisibility);
  }, [confirmed]);
  return { confirmed, sent, busy: send.busy, resend: () => void send.run() };
}
