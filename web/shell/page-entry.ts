import type { ComponentType } from 'react';
import type { Feature, StaffRole } from '#contract/rights.ts';
import type { Profile } from '../components/session.tsx';
import type { shell } from '../i18n/en/shell.ts';
import type { pageIcons } from './page-icons.ts';

/** Key of a title under `menu` of the shell's texts. */
export type MenuTitle = keyof typeof shell.menu;

/** One row of the page table; everything about a page's place in the app is computed from it. */
export type PageEntry = {
  /** Address in its one right spelling (P13), or the address of another site. */
  path: string;
  title: MenuTitle;
  /** Its picture in the menu, by name. */
  icon?: keyof typeof pageIcons;
  /** Staff who may open it; none = a page of merchants (P2). */
  roles?: readonly StaffRole[];
  /** Right to view that a merchant's member needs. */
  feature?: Feature;
  /** Shows its reader’s own things, or what is the same for all: staff open it without choosing a client. */
  own?: true;
  /** Left out of the sidebar and the page search; still opens by its address. */
  hidden?: true | ((profile: Profile) => boolean);
  /** Its tab is always there and cannot be closed. */
  affix?: true;
  /** One tab for the page (default), or one for each query, each with a state of its own. */
  tabBy?: 'path' | 'fullPath';
  /** Its state is not kept while another tab is shown. */
  noCache?: true;
  /** Left out of the breadcrumb. */
  breadcrumb?: false;
  /** Menu item to highlight instead of its own. */
  activeMenu?: string;
  /** A submenu even with one visible child (spec §2). */
  alwaysShow?: true;
  /** Drawn without navbar, sidebar and tabs. */
  bare?: true;
  /** A bare page that does without the component library and the server's data, so that it is there at once. */
  plain?: true;
  children?: readonly PageEntry[];
  /** What it shows; a parent without a page is plain text in the breadcrumb and leads to its first child. */
  page?: ComponentType;
};
