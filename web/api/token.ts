import { tokenCookie, tokenMaxDays } from '#contract/constants.ts';
import { dropCookie, readCookie, writeCookie } from '../lib/cookies.ts';

/** Holds the token of this page where the browser keeps no cookies. */
let memory: string | undefined;

/** The session's token, or undefined when nobody is logged in. */
export function readToken(): string | undefined {
  const token = readCookie(tokenCookie);
  return token === undefined || token === '' ? memory : token;
}

/** Keeps the token that log-in answered with (spec §9, P27). */
export function saveToken(token: string): void {
  writeCookie(tokenCookie, token, tokenMaxDays);
  memory = readCookie(tokenCookie) === token ? undefined : token;
}

/** Forgets the token. */
export function dropToken(): void {
  dropCookie(tokenCookie);
  memory = undefined;
}
