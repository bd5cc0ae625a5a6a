import { paths, samePath } from './paths.ts';

/** Parameters that belong to the login page or to no address at all; never merged into a target (P15). */
const keptBack = /^(redirect|ref|utm_.*|.*token.*|.*secret.*|.*password.*|code|hmac|state)$/i;

type Place = { pathname: string; search: string; hash: string };

/** `/login?redirect={fullPath}`, the full path encoded once (spec §2, P15). */
export function loginPath(from: Place): string {
  const dead = [paths.login, paths.notFound, paths.forbidden];
  if (dead.some((path) => samePath(path, from.pathname))) return paths.login;
  const path = samePath(from.pathname, paths.root) ? paths.dashboard : from.pathname; // spec §2: / leads there
  return `${paths.login}?redirect=${encodeURIComponent(path + from.search + from.hash)}`;
}

/** Whether text is a local path: one leading slash, no scheme, no backslash, no control character. */
export function isLocalPath(text: string): boolean {
  // browsers drop tabs and line ends inside addresses, and read a backslash as a slash
  const plain = [...text].every((sign) => sign >= ' ' && sign !== '\\');
  return plain && /^\/(?!\/)/.test(text);
}

/** Where to go after log-in; merges stray parameters of hand-written links into the target (P15). */
export function loginTarget(search: string): string | undefined {
  const query = new URLSearchParams(search);
  const redirect = query.get('redirect');
  if (redirect === null || !isLocalPath(redirect)) return undefined;
  const url = new URL(redirect, 'http://local');
  for (const [key, value] of query) {
    if (!keptBack.test(key) && !url.searchParams.has(key)) url.searchParams.append(key, value);
  }
  const target = url.pathname + url.search + url.hash;
  return isLocalPath(target) ? target : undefined;
}
