import type { Random } from './random.ts';

type Json = Record<string, unknown> | unknown[];
type Place = { holder: Json; key: string | number };

const half = '\ud800'; // one half of a surrogate pair
const bytesOfHalf = String.raw`\ud83d`;

/** Names that every object answers to, whether or not anybody gave it such a property. */
const prototypeWords = ['constructor', '__proto__', 'toString'];

/** Values that break whatever field they are put into, or look as if they did. */
const wrong: readonly ((random: Random) => unknown)[] = [
  () => `a${half}b`,
  () => 'a\0b',
  () => 'x'.repeat(20_000),
  () => '',
  () => null,
  () => [],
  () => ({}),
  () => [null, {}],
  () => true,
  () => -1,
  () => 1.5,
  () => 2 ** 31,
  () => 2 ** 53 + 2,
  () => -(2 ** 63),
  () => 1e308,
  () => 'NaN',
  () => '0000-00-00',
  () => '99999-12-31',
  () => '2026-02-30',
  () => '00000000-0000-0000-0000-000000000000',
  () => "'; DROP TABLE orders; --",
  () => '%00',
  () => '../../etc/passwd',
  (random) => random.pick(prototypeWords),
  () => ({ $ne: null }),
  (random) => nest(random.between(5, 400)),
];

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/** All places of a body that hold a value, whatever their depth. */
function placesOf(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const holder = value as Json;
    found.push({ holder, key });
    placesOf(holder[key as keyof Json], found);
  }
  return found;
}

const set = ({ holder, key }: Place, value: unknown) => ((holder as Record<string | number, unknown>)[key] = value);
const remove = ({ holder, key }: Place) => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
};

/** Breaks a value in one place: another value, nothing, something more, or a name that cannot be stored. */
export function breakOnce(value: Record<string, unknown>, random: Random): void {
  const places = placesOf(value);
  const place = places.length > 0 ? random.pick(places) : { holder: value, key: 'unasked' };
  const ways = [
    () => remove(place),
    () => set({ holder: value, key: random.pick(['unasked', ...prototypeWords, '__proto__x', `k${half}`, 'k\0']) }, 1),
    ...Array.from({ length: 6 }, () => () => set(place, random.pick(wrong)(random))),
  ];
  random.pick(ways)();
}

/** A query whose value for one name is broken or comes twice. */
export function breakQuery(query: [string, string][], random: Random): void {
  const [name = 'page', value = '1'] = query.length > 0 ? random.pick(query) : [];
  query.push([
    name,
    random.pick([
      value,
      '',
      ...prototypeWords,
      '-1',
      'NaN',
      '1e400',
      'a\0',
      '\ufffd',
      'x'.repeat(3_000),
      '2026-02-30',
      '[]',
    ]),
  ]);
}

/** The text of a body that no longer is what its sender meant. */
export function breakText(json: string, random: Random): string {
  return random.pick([
    () => json.slice(0, random.between(0, json.length - 1)),
    () => json.replace(/^\{/, '{"a":1,"a":{"__proto__":1},'),
    () => json.replace(/^\{("\w+":)/, '{$1 1,$1'),
    () => json.replace(/"(?=[,}\]])/, `${bytesOfHalf}"`),
    () => json.replaceAll(/\d+/g, (digits) => `${digits}${'0'.repeat(30)}`),
    () => json.replace(/^\{/, '{"__proto__":{"x":1},'),
    () => `[${json}]`,
    () => 'null',
    () => '"text"',
    () => '',
    () => `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  ])();
}

export const wrongTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  '',
];
