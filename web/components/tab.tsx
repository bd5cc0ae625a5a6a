import { createContext, use, useEffect } from 'react';

export type OwnTab = {
  key: string;
  /** Gives the tab a name of its own; undefined gives it the page's name back. */
  rename: (title: string | undefined) => void;
};

/** The tab that a page stands in; filled by the shell. */
export const OwnTabContext = createContext<OwnTab>({ key: '', rename: () => undefined });

/**
 * Names the tab of this page, for example by the record that it shows. `null` gives it the page's name back, and
 * undefined leaves the name as it is while the page does not know it yet.
 */
export function useTabTitle(title: string | null | undefined): void {
  const { rename } = use(OwnTabContext);
  useEffect(() => {
    if (title !== undefined) rename(title ?? undefined); // stays while the page is hidden, so there is no way back here
  }, [rename, title]);
}
