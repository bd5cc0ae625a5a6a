import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';

/** Of a WhatsApp contact: ISO code and calling code as chosen. */
export type PhoneCountry = { country: string; code: string };

const number = /^[+\d][\d\s().-]*$/;
const control = /\p{Cc}/u;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
/** Schemes that run or read something on the machine of whoever clicks. */
const harmful = new Set(['javascript', 'vbscript', 'data', 'file', 'blob']);

const refused = (sentence: Phrase) => appError('invalid_input', sentence, 'url');

/** A contact as it is kept: numbers in international form, links only to web pages. Throws the sentence why not. */
export function readContact(text: string, phone: PhoneCountry | null): string {
  if (control.test(text)) throw refused({ text: 'profile.contact_control' });
  if (phone) checkCountry(phone);
  if (phone && number.test(text)) return readNumber(text, phone);
  const [, named = ''] = scheme.exec(text) ?? [];
  const web = /^https?$/i.test(named);
  if (harmful.has(named.toLowerCase()) || (text.includes('://') && !web))
    throw refused({ text: 'profile.contact_link' });
  if (web && !isWebLink(text)) throw refused({ text: 'profile.contact_incomplete' });
  return text;
}

function checkCountry({ country, code }: PhoneCountry): void {
  if (!isSupportedCountry(country) || getCountryCallingCode(country) !== code)
    throw appError('invalid_input', { text: 'profile.contact_country' }, 'phone_country_code');
}

function readNumber(text: string, { country, code }: PhoneCountry): string {
  const parsed = isSupportedCountry(country) ? parsePhoneNumberFromString(text, country) : undefined;
  if (!parsed?.isValid() || parsed.countryCallingCode !== code)
    throw refused({ text: 'profile.contact_phone', params: { code } });
  return parsed.number;
}

function isWebLink(text: string): boolean {
  return URL.canParse(text) && new URL(text).hostname.includes('.');
}
