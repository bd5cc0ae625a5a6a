import { defaultSize, themeColor } from './constants.ts';

/** Sizes of the controls; unknown values mean small (P18). */
export const sizes = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof sizes)[number];

export const colorSchemes = ['light', 'dark', 'auto'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

/** How a user has the portal look; the names are those of spec §3. */
export type Settings = {
  /** Accent, `#rrggbb`. */
  theme: string;
  /** Whether the handle of the settings panel shows. */
  showSettings: boolean;
  tagsView: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
  colorScheme: ColorScheme;
  size: Size;
};

/** What everybody begins with (spec §3). */
export const defaultSettings: Settings = {
  theme: themeColor,
  showSettings: true,
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: false,
  colorScheme: 'auto',
  size: defaultSize,
};

/** A colour as a settings record keeps it. */
export const themePattern = /^#[0-9a-f]{6}$/;
