export type View =
  | { name: 'login' | 'sign-up' | 'forgot' }
  | { name: 'create-password' | 'verify-email' | 'finish-sign-up'; code: string };

/** What the log-in page shows, read from the fragment: `#sign-up`, `#finish-sign-up=code` (P15). */
export function viewOf(hash: string): View {
  const [name = '', code = ''] = hash.replace(/^#/, '').split('=', 2);
  if (name === 'sign-up' || name === 'forgot') return { name };
  if (name === 'create-password' || name === 'verify-email' || name === 'finish-sign-up') return { name, code };
  return { name: 'login' };
}
