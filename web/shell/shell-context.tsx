import { createContext, use } from 'react';
import type { Location } from 'react-router';
import type { MenuItem } from './page-table.ts';
import type { PageEntry } from './page-entry.ts';

export type ShellValue = {
  entries: readonly PageEntry[];
  menu: readonly MenuItem[];
  /** The address of the page on the screen; stands still while a refresh passes through /redirect. */
  location: Location;
  /** The entry on the screen with its parents. */
  chain: readonly PageEntry[];
  /** Name of the site, for titles. */
  siteName: string;
};

export const ShellContext = createContext<ShellValue | undefined>(undefined);

/** What navbar, sidebar and tab bar share. */
export function useShell(): ShellValue {
  const value = use(ShellContext);
  if (value === undefined) throw new Error('useShell is for parts of the shell');
  return value;
}
