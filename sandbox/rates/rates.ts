import type { FastifyPluginCallback } from 'fastify';

/** Units for one euro around which the sandbox's rates move. */
const usual: Readonly<Record<string, number>> = {
  USD: 1.0842,
  GBP: 0.8563,
  AUD: 1.6421,
  BRL: 5.8544,
  CAD: 1.4738,
  CHF: 0.9641,
  CNY: 7.8134,
  DKK: 7.4607,
  JPY: 163.42,
  NOK: 11.472,
  NZD: 1.7815,
  PLN: 4.3121,
  SEK: 11.318,
  SGD: 1.4527,
};
const dayMs = 86_400_000;

export type DayOfRates = { day: string; rates: { currency: string; per_euro: string }[] };

/** Moves by up to one percent, the same on every machine for the same day and currency. */
function wave(day: number, currency: string): number {
  const seed = [...currency].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
  return 1 + (Math.sin(day / 9 + seed) + Math.sin(day / 3.7 + seed * 2)) / 200;
}

/** The rates of the working days up to one, newest first, as the European Central Bank would have published them. */
export function publishedRates(until: Date, days: number): DayOfRates[] {
  const last = Math.floor(until.getTime() / dayMs);
  return Array.from({ length: days }, (_, back) => last - back)
    .filter((day) => ![0, 6].includes(new Date(day * dayMs).getUTCDay()))
    .map((day) => ({
      day: new Date(day * dayMs).toISOString().slice(0, 10),
      rates: Object.entries(usual).map(([currency, rate]) => ({
        currency,
        per_euro: (rate * wave(day, currency)).toFixed(rate > 100 ? 2 : 4),
      })),
    }));
}

/** Its list of the last ninety days, in the XML that it publishes. */
export function ratesXml(until: Date): string {
  const cubes = publishedRates(until, 90).map(
    ({ day, rates }) =>
      `<Cube time="${day}">${rates.map(({ currency, per_euro }) => `<Cube currency="${currency}" rate="${per_euro}"/>`).join('')}</Cube>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>${cubes.join('')}</Cube></gesmes:Envelope>`;
}

/** Serves the list at `/rates/eurofxref-hist-90d.xml`. */
export const ratesPlugin: FastifyPluginCallback = (server, _options, done) => {
  server.get('/rates/eurofxref-hist-90d.xml', (_request, reply) => reply.type('text/xml').send(ratesXml(new Date())));
  done();
};
