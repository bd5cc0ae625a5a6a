import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { accentBase, accentScale, accentStrong, accentTones } from './accent.ts';

/** Cool greys, light to dark. */
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f5',
  '#e5e8ee',
  '#d9dee6',
  '#c6ccd7',
  '#a3adbc',
  '#7a8598',
  '#5a6577',
  '#3b4554',
  '#1b2330',
];

/** Text to page in the dark theme; surfaces step up in lightness. */
const dark: MantineColorsTuple = [
  '#e4e8ee',
  '#b8c1cf',
  '#9aa5b6',
  '#7b8799',
  '#3a4352',
  '#2d3542',
  '#1f2530',
  '#1a1f28',
  '#161b23',
  '#12161d',
];

/** The page's scroll bar keeps its room while a dialog is open; tokens.css holds the page still. */
const keepScrollBar = { removeScrollBar: false };

/** The theme of an accent colour `#rrggbb`. Sizes follow `html[data-size]` by CSS variables, so a switch keeps all state. */
export function makeTheme(accent: string): MantineThemeOverride {
  return createTheme({
    primaryColor: 'accent',
    primaryShade: accentStrong,
    colors: { accent: accentScale(accent), gray, dark },
    fontFamily: 'var(--tw-face)',
    fontSizes: {
      xs: 'var(--tw-font-small)',
      sm: 'var(--tw-font)',
      md: 'var(--tw-font)', // the size of plain text
      lg: 'calc(var(--tw-font) + 2px)',
      xl: 'calc(var(--tw-font) + 6px)',
    },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
    defaultRadius: 'md',
    shadows: {
      xs: 'none',
      sm: 'var(--tw-shadow)',
      md: 'var(--tw-shadow)',
      lg: 'var(--tw-shadow)',
      xl: 'var(--tw-shadow)',
    },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '28px' },
        h2: { fontSize: '16px', lineHeight: '24px' },
        h3: { fontSize: '14px', lineHeight: '20px' },
      },
    },
    respectReducedMotion: true,
    cursorType: 'pointer',
    focusRing: 'never', // tokens.css draws it
    components: {
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
      Button: { defaultProps: { size: 'sm', fw: 500 } },
      DrawerRoot: { defaultProps: { transitionProps: { duration: 160 }, removeScrollProps: keepScrollBar } },
      Input: { defaultProps: { size: 'sm' } },
      InputWrapper: { defaultProps: { size: 'sm' } },
      // a menu must hold items only, so the focus goes to its first item and not to a place of its own before them
      Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 }, withInitialFocusPlaceholder: false } },
      Modal: {
        defaultProps: {
          transitionProps: { duration: 160, transition: 'fade' },
          centered: true,
        },
      },
      ModalRoot: { defaultProps: { removeScrollProps: keepScrollBar } },
      Overlay: { defaultProps: { backgroundOpacity: 0.4 } }, // tokens.css knows it
      Text: { defaultProps: { size: 'sm' } },
      Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
    },
  });
}

/** Hands our tokens to the components of the library, and the accent to our tokens. */
export const cssVariables: CSSVariablesResolver = (theme) => {
  const shades = theme.colors.accent ?? gray;
  const accent = shades[accentBase] ?? '';
  const tones = accentTones(accent);
  const shared = {
    '--mantine-color-body': 'var(--tw-surface)',
    '--mantine-color-text': 'var(--tw-text)',
    '--mantine-color-dimmed': 'var(--tw-muted)',
    '--mantine-color-default': 'var(--tw-surface)',
    '--mantine-color-default-hover': 'var(--tw-hover)',
    '--mantine-color-default-border': 'var(--tw-border-strong)',
    '--mantine-color-placeholder': 'var(--tw-muted)',
    '--mantine-color-error': 'var(--tw-red-fg)',
    '--mantine-color-anchor': 'var(--tw-accent-text)',
    '--tw-accent': accent,
    '--tw-accent-strong': shades[accentStrong] ?? '',
    '--tw-on-accent': tones.on,
    '--tw-accent-side': tones.sidebar,
  };
  return {
    variables: {},
    light: {
      ...shared,
      '--tw-accent-text': tones.light.text,
      '--tw-accent-line': tones.light.line,
      '--tw-selected': shades[0] ?? '',
    },
    dark: {
      ...shared,
      '--tw-accent-text': tones.dark.text,
      '--tw-accent-line': tones.dark.line,
      '--tw-selected': `color-mix(in srgb, ${accent} 20%, var(--tw-surface))`,
      '--mantine-color-accent-light-color': tones.dark.text,
    },
  };
};
