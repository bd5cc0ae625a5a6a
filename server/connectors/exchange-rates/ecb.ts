import { fetchOutside } from '../../lib/fetch-outside.ts';
import { parsing } from '../../lib/parsing/parsing-pool.ts';
import type { RateSource } from './rate-source.ts';

/** Ninety days of all currencies are some 70 kB. */
const maxBytes = 2 * 1024 * 1024;

/** The reference rates of the European Central Bank, as the XML that it publishes each working day. */
export function europeanCentralBank({ url, allowPrivate }: { url: string; allowPrivate: boolean }): RateSource {
  const rules = { hosts: [new URL(url).hostname], allowPrivate, maxBytes };
  return {
    name: 'ecb',
    async read() {
      const bytes = await fetchOutside(url, rules, {
        name: 'list of exchange rates',
        accept: 'application/xml, text/xml',
      });
      return parsing.run('files.rates', bytes, undefined);
    },
  };
}
