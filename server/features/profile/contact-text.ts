import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { messages } from '#contract/spec-texts.ts';
import { appError } from '#server/lib/app-error.ts';

/** Of a WhatsApp contact: ISO code and calling code as chosen. */
export type PhoneCountry = { country: string; code: string };

const number = /^[+\d][\d\s().-]*$/;
const control = /\p{Cc}/u;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
/** Schemes that run or read something on the machine of whoever clicks. */
const harmful = new Set(['javascript', 'vbscript', 'data', 'file', 'blob']);

const refused = (sentence: string) => appError('invalid_input', sentence, 'url');

/** A contact as it is kept: numbers in international form, links only to web pages. Throws the sentence why not. */
export function readContact(text: string, phone: PhoneCountry | null): string {
  if (control.test(text)) throw refused('The contact has a line break or another hidden character. Type it again.');
  if (phone) checkCountry(phone);
  if (phone && number.test(text)) return readNumber(text, phone);
  const [, named = ''] = scheme.exec(text) ?? [];
  const web = /^https?$/i.test(named);
  if (harmful.has(named.toLowerCase()) || (text.includes('://') && !web))
    throw refused('Only links that begin with https:// or http:// are taken. Enter such a link, or the id itself.');
  if (web && !isWebLink(text)) throw refused('This link is not complete. Copy it from the address bar once more.');
  return text;
}

function checkCountry({ country, code }: PhoneCountry): void {
  if (!isSupportedCountry(country) || getCountryCallingCode(country) !== code)
    throw appError('invalid_input', messages.bindCountry, 'phone_country_code');
}

function readNumber(text: string, { country, code }: PhoneCountry): string {
  const parsed = isSupportedCountry(country) ? parsePhoneNumberFromString(text, country) : undefined;
  if (!parsed?.isValid() || parsed.countryCallingCode !== code)
    throw refused(`This is not a phone number of +${code}. Check its digits, or choose another area code.`);
  return parsed.number;
}

function isWebLink(text: string): boolean {
  return URL.canParse(text) && new URL(text).hostname.includes('.');
}
