import { useRef, useState } from 'react';
import { LazyBoundary, lazyOverlay } from '../components/lazy-part.tsx';
import { useNavigate } from 'react-router';
import { useProfile } from '../components/session.tsx';
import { local } from '../lib/storage.ts';
import { setPageKeys, usePageKeys } from '../ui/page-keys.ts';
import { goKeys } from './go-keys.ts';
import { findTabPage } from './page-table.ts';
import { useShell } from './shell-context.tsx';

const KeySheet = lazyOverlay(async () => (await import('./key-sheet.tsx')).KeySheet);

const kept = 'page_keys';
const waitMs = 1_500;
/** No `g` before any key: times count from the load of the page, so that 0 would mean one at its start. */
const never = Number.NEGATIVE_INFINITY;
setPageKeys(local.get(kept) !== false);

/** Keys of the whole portal: `g` and a letter goes to a page, `?` shows all keys. They can be switched off there. */
export function ShellKeys() {
  const { entries } = useShell();
  const profile = useProfile();
  const navigate = useNavigate();
  const since = useRef(never);
  const [sheet, setSheet] = useState(false);
  const [on, setOn] = useState(local.get(kept) !== false);
  const go = (path: string) => (event: KeyboardEvent) => {
    if (event.timeStamp - since.current > waitMs || findTabPage(entries, path, profile) === undefined) return false;
    since.current = never;
    void navigate(path);
    return true;
  };
  const keys = {
    ...Object.fromEntries(goKeys.map(({ key, path }) => [key, go(path)])),
    g: (event: KeyboardEvent) => {
      since.current = event.timeStamp;
    },
    '?': () => setSheet(true),
  };
  usePageKeys(keys, true); // the letter after g is no key of the list
  const change = (next: boolean) => {
    setOn(next);
    setPageKeys(next);
    local.set(kept, next);
  };
  if (!sheet) return null;
  return (
    <LazyBoundary>
      <KeySheet on={on} onChange={change} onClose={() => setSheet(false)} />
    </LazyBoundary>
  );
}
