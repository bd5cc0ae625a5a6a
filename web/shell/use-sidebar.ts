import { useCallback, useState } from 'react';
import { useStore } from '../lib/store.ts';
import { useMobile } from '../ui/use-mobile.ts';
import { sidebarOpen, toggleSidebar } from './sidebar-state.ts';

/**
 * Opens and closes the sidebar: by cookie on a desktop, as a drawer on a phone. The drawer belongs to one visit of one
 * page, so that each navigation closes it and nothing automatic ever writes the cookie (spec §2, P16).
 */
export function useSidebar(visit: string) {
  const mobile = useMobile();
  const wide = useStore(sidebarOpen);
  const [drawer, setDrawer] = useState<string>();
  const [before, setBefore] = useState(mobile);
  if (before !== mobile) {
    setBefore(mobile);
    setDrawer(undefined); // a window that was wide meanwhile begins with a closed drawer
  }
  const opened = mobile ? drawer === visit : wide;
  const toggle = () => {
    if (mobile) setDrawer(opened ? undefined : visit);
    else toggleSidebar();
  };
  const close = useCallback(() => setDrawer(undefined), []);
  return { mobile, opened, toggle, close };
}
