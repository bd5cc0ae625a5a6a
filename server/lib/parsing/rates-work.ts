import { Parser } from 'htmlparser2';
import { ParsingRefusal } from './parsing-refusal.ts';

type Rate = { currency: string; day: string; per_euro: string };

/** So many rates a list may have: a year of a hundred currencies. */
const mostRates = 40_000;

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const isRate = (text: string) => /^(?=.*[1-9])\d{1,9}(\.\d{1,10})?$/.test(text);

/**
 * The rates of a list in the XML of the European Central Bank: `Cube` elements with a time hold those with currency and
 * rate. Throws `ParsingRefusal` for what is none, or says a rate that is no rate: a wrong one is worse than none.
 */
export function readRates(text: string): Rate[] {
  const rates: Rate[] = [];
  let day = '';
  const parser = new Parser(
    {
      onopentag(name, { time, currency, rate }) {
        if (name !== 'Cube') return;
        if (time !== undefined) day = time;
        if (currency === undefined && rate === undefined) return;
        const sound = isDay(day) && /^[A-Z]{3}$/.test(currency ?? '') && isRate(rate ?? '');
        if (!sound || rates.length >= mostRates) throw new ParsingRefusal('unreadable', unreadable);
        if (currency !== 'EUR') rates.push({ currency: currency ?? '', day, per_euro: rate ?? '' });
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  if (rates.length === 0) throw new ParsingRefusal('unreadable', unreadable);
  return rates;
}

const unreadable = { text: 'parsing.rates_unreadable' } as const;
