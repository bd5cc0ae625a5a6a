import {
  type ColorScheme,
  colorSchemes,
  defaultSettings,
  type Settings,
  sizes,
  themePattern,
} from '#contract/settings-rules.ts';
import { choiceDays, dropCookie, readCookie, writeCookie } from '../lib/cookies.ts';
import { local } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

const key = 'settings'; // also read by first-paint.js
const unsavedKey = 'settings_unsaved';
const sizeCookie = 'size'; // spec §3: the size is kept in a cookie

function oneOf<T extends string>(known: readonly T[], value: unknown, otherwise: T): T {
  return known.find((one) => one === value) ?? otherwise;
}

/** Settings from a local copy and the cookie `size`; what is missing or foreign is as at the beginning. */
export function readSettings(copy: unknown, size: string | undefined): Settings {
  const kept: Record<string, unknown> = typeof copy === 'object' && copy !== null ? { ...copy } : {};
  const flag = (name: 'showSettings' | 'tagsView' | 'fixedHeader' | 'sidebarLogo') => {
    const value = kept[name];
    return typeof value === 'boolean' ? value : defaultSettings[name];
  };
  const { theme } = kept;
  return {
    theme: typeof theme === 'string' && themePattern.test(theme) ? theme : defaultSettings.theme,
    showSettings: flag('showSettings'),
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
    colorScheme: oneOf<ColorScheme>(colorSchemes, kept.colorScheme, defaultSettings.colorScheme),
    size: oneOf(sizes, size, defaultSettings.size),
  };
}

const readLocal = () => readSettings(local.get(key), readCookie(sizeCookie));

/** How the portal looks for the user of this browser (spec §3). */
export const settings = createStore<Settings>(readLocal());

/** Size and scheme are attributes of the document, as first-paint.js sets them; the log-in follows them too. */
function paint({ size, colorScheme }: Settings): void {
  const dark = colorScheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : colorScheme === 'dark';
  document.documentElement.dataset.size = size;
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
}

settings.subscribe(() => paint(settings.get()));

/** Other tabs of this browser follow at once. */
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === key) settings.set(readLocal());
  });
}

/** Takes new settings and keeps their local copy for the next first paint. */
export function keepSettings(next: Settings): void {
  settings.set(next);
  writeCookie(sizeCookie, next.size, choiceDays); // before the copy, whose event other tabs act on
  local.set(key, next);
}

/** Whether a change is on this machine that the server has not got yet. */
export const unsaved = {
  get: () => local.get(unsavedKey) === true,
  set: (is: boolean) => (is ? local.set(unsavedKey, true) : local.drop(unsavedKey)),
};

/** Calls `listener` when another tab of this browser has told the server what was changed there. */
export function onSavedElsewhere(listener: () => void): void {
  window.addEventListener('storage', ({ key: changed, newValue }) => {
    if (changed === unsavedKey && newValue === null) listener();
  });
}

/** Back to the beginning on this machine: the next user does not inherit anything (P17). */
export function dropSettings(): void {
  unsaved.set(false);
  dropCookie(sizeCookie);
  local.drop(key);
  settings.set(defaultSettings);
}
