import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bySize } from '#testing/size.ts';
import { isAmbiguous, readDate, readingOf } from './date-readings.ts';

const at = (text: string, reading: 'dmy' | 'mdy' | null = null) => {
  const read = readDate(text, reading);
  return 'value' in read ? read.value.toISOString().replace('.000Z', 'Z') : read.problem.code;
};

describe('a date in a file', () => {
  it.each([
    ['2026-10-03 14:22:10 +0200', '2026-10-03T12:22:10Z'],
    ['2026-10-03T14:22:10.500Z', '2026-10-03T14:22:10Z'],
    ['2026/10/3', '2026-10-03T00:00:00Z'],
    ['2026年10月3日 8:05', '2026-10-03T08:05:00Z'],
    ['3.10.2026 14:05', '2026-10-03T14:05:00Z'],
    ['25/12/2026', '2026-12-25T00:00:00Z'],
    ['12/25/26 1:30 PM', '2026-12-25T13:30:00Z'],
    ['12/25/2026 12:00 am', '2026-12-25T00:00:00Z'],
    ['04/04/2026', '2026-04-04T00:00:00Z'],
    ['3 Oct 2026', '2026-10-03T00:00:00Z'],
    ['Oct 3rd, 2026 9:15', '2026-10-03T09:15:00Z'],
    ['Saturday, October 3, 2026', '2026-10-03T00:00:00Z'],
    ['46298.5', '2026-10-03T12:00:00Z'],
    ['1790985600', '2026-10-03T00:00:00Z'],
    ['1790985600000', '2026-10-03T00:00:00Z'],
  ])('%s is %s', (text, expected) => {
    expect(at(text)).toBe(expected);
  });

  it('that can be two days waits for a word, and follows it', () => {
    expect(at('03/10/2026')).toBe('date_in_two_ways');
    expect(at('03/10/2026', 'dmy')).toBe('2026-10-03T00:00:00Z');
    expect(at('03/10/2026', 'mdy')).toBe('2026-03-10T00:00:00Z');
    expect(at('25/12/2026', 'mdy')).toBe('2026-12-25T00:00:00Z');
    expect([isAmbiguous(['03/10/2026']), isAmbiguous(['2026-10-03', '25/12/2026', ''])]).toEqual([true, false]);
    expect(readingOf(['03/10/2026', '25/12/2026'])).toBe('dmy');
    expect(readingOf(['03/10/2026', '12/25/2026'])).toBe('mdy');
    expect(readingOf(['03/10/2026'])).toBeNull();
  });

  it.each([
    '31/02/2026',
    '2026-13-01',
    '13/13/2026',
    'soon',
    '2026-10-03 25:00',
    '2026-10-03 13:00 pm',
    '12',
    '2026-10-03 x',
  ])('%s is none', (text) => {
    expect(at(text, 'dmy')).toBe('not_a_date');
  });

  it('means the same day however it is written', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2001-01-01'), max: new Date('2089-12-31'), noInvalidDate: true }),
        (date) => {
          const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
          const expected = `${year}-${month}-${day}T00:00:00Z`;
          expect(at(`${day}/${month}/${year}`, 'dmy')).toBe(expected);
          expect(at(`${Number(month)}/${Number(day)}/${year}`, Number(day) > 12 ? null : 'mdy')).toBe(expected);
          expect(at(`${day}.${month}.${year}`)).toBe(expected);
          expect(at(`${year}-${month}-${day}`)).toBe(expected);
          expect(at(String(Date.parse(expected) / 86_400_000 + 25_569))).toBe(expected);
        },
      ),
      { numRuns: bySize(200, 20_000) },
    );
  });
});
