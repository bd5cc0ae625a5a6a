import { type LookupAddress, lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** From where bytes may come; `any` host only where the address is a user's own choice and the host public. */
export type FetchRules = { hosts: readonly string[] | 'any'; allowPrivate: boolean; maxBytes: number };

/** What is fetched, for messages and for the other server; the whole call ends after `withinMs`. */
export type Wanted = { name: string; accept: string; withinMs?: number };

const timeoutMs = 15_000;

// Addresses that a server must never be talked into calling: this machine, private nets, link-local, multicast.
const closed = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::', 96], // this machine, and IPv4 addresses in a form of old
  ['::ffff:0:0:0', 96], // IPv4 addresses as translators write them, here and below
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
] as const) {
  closed.addSubnet(net, bits, 'ipv6');
}

/** Whether an address belongs to a net that nothing is ever fetched from. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return closed.check(mapped, 'ipv4');
  return closed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Why something was not fetched; `final` when another try cannot help, `answered` when the host itself answered. */
export class FetchError extends Error {
  readonly final: boolean;
  readonly answered: boolean;
  constructor(message: string, final: boolean, answered = false) {
    super(message);
    this.name = 'FetchError';
    this.final = final;
    this.answered = answered;
  }
}

/** Fetches bytes from an allow-listed host; redirects are not followed (P29). Throws `FetchError`. */
export async function fetchOutside(address: string, rules: FetchRules, wanted: Wanted): Promise<Buffer> {
  const { name } = wanted;
  const url = allowedUrl(address, rules, name);
  const signal = wanted.withinMs === undefined ? undefined : AbortSignal.timeout(wanted.withinMs);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const fail = (message: string, final: boolean, answered = false) => {
      call.destroy();
      reject(new FetchError(message, final, answered));
    };
    const call = send(
      url,
      { lookup: guardedLookup(rules), timeout: timeoutMs, headers: { accept: wanted.accept }, signal },
      (answer) => {
        const { statusCode = 0 } = answer;
        if (statusCode !== 200)
          return fail(`the ${name}’s server answered ${statusCode}`, statusCode < 500 && statusCode !== 429, true);
        const parts: Buffer[] = [];
        let size = 0;
        answer.on('data', (part: Buffer) => {
          size += part.length;
          if (size > rules.maxBytes) return fail(`the ${name} is larger than allowed`, true, true);
          parts.push(part);
        });
        answer.on('end', () => resolve(Buffer.concat(parts)));
        answer.on('error', () => fail(`the ${name}’s server broke off`, false));
      },
    );
    call.on('timeout', () => fail(`the ${name}’s server does not answer`, false));
    call.on('error', (error) => fail(error.message, error instanceof FetchError && error.final));
    call.end();
  });
}

function allowedUrl(address: string, rules: FetchRules, name: string): URL {
  if (!URL.canParse(address)) throw new FetchError(`the ${name}’s address cannot be read`, true);
  const url = new URL(address);
  const secure = url.protocol === 'https:' || (rules.allowPrivate && url.protocol === 'http:');
  if (!secure || url.username || (rules.hosts !== 'any' && !rules.hosts.includes(url.hostname))) {
    throw new FetchError(`a ${name} is not fetched from ${url.hostname}`, true);
  }
  if (!rules.allowPrivate && isIP(url.hostname.replace(/^\[|\]$/g, '')))
    throw new FetchError(`the ${name}’s host is a bare address`, true);
  if (rules.hosts === 'any' && !rules.allowPrivate && url.port !== '')
    throw new FetchError(`the ${name}’s address names a port`, true);
  return url;
}

/** Checks the address that the name leads to at the moment of connecting, so that it cannot change in between. */
export function guardedLookup(rules: Pick<FetchRules, 'allowPrivate'>): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, '', 0);
      const refused = !rules.allowPrivate && addresses.some(({ address }) => isPrivateAddress(address));
      const [first] = addresses;
      if (refused || !first) return done(new FetchError(`${hostname} leads to a private address`, true), '', 0);
      if (options.all) return (done as (error: null, addresses: LookupAddress[]) => void)(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}
