import type { Settings } from '#contract/settings-rules.ts';
import { call } from '../api/call.ts';
import { api } from '../api/client.ts';
import { resync } from '../api/events.ts';
import type { Profile } from '../components/session.tsx';
import { i18next, languageOf, setLanguage } from '../i18n/index.ts';
import { keepSettings, onSavedElsewhere, settings, unsaved } from './settings-store.ts';

const pauseMs = 400;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The language that the server writes its sentences in for this user, as far as it has told. */
let written: string | undefined;

async function save(): Promise<void> {
  timer = undefined;
  const sent = settings.get();
  const locale = languageOf(i18next.language);
  const saved = await call(api.profile.saveSettings({ body: { ...sent, locale } }));
  // what failed stays marked, and goes with the next change or the next start
  if (saved !== false && settings.get() === sent && timer === undefined) unsaved.set(false);
  if (saved !== false) writeIn(locale);
}

/** The server writes in this language from now on. */
function writeIn(locale: string): void {
  if (written === locale) return;
  written = locale;
  resync(); // sentences of the server are on the screen in the former language
}

if (typeof window !== 'undefined') {
  onSavedElsewhere(() => {
    if (written !== undefined) writeIn(languageOf(i18next.language));
  });
}

function saveSoon(): void {
  unsaved.set(true);
  clearTimeout(timer);
  timer = setTimeout(() => void save(), pauseMs);
}

/** The user changes settings: at once here and in the other tabs, a moment later at the server. */
export function changeSettings(change: Partial<Settings>): void {
  keepSettings({ ...settings.get(), ...change });
  saveSoon();
}

/** The user changes the language; mails follow it. */
export async function changeLanguage(language: string): Promise<void> {
  await setLanguage(language);
  saveSoon();
}

/** Sends what waits, before the session ends. */
export function saveNow(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  void save();
}

/**
 * A profile has come: the server's settings win, unless this machine has a change that it has not got. Who has never saved
 * any reads the language of the browser at hand, and the server has to write its sentences in the same.
 */
export async function takeSettings(profile: Pick<Profile, 'settings' | 'locale'>): Promise<void> {
  written = profile.locale;
  if (unsaved.get()) return save();
  const locale = languageOf(i18next.language);
  const other = locale !== profile.locale;
  if (profile.settings === null) {
    if (other && (await call(api.profile.saveLanguage({ body: { locale } }))) !== false) writeIn(locale);
    return;
  }
  keepSettings(profile.settings);
  if (other) await setLanguage(profile.locale);
}
