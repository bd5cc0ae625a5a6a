/** Numbers of the receiver that a country's customs ask for, by their local names. */
export const taxIdKinds = {
  BR: 'CPF/CNPJ',
  KR: 'PCCC',
  MX: 'RFC/CURP',
  CL: 'RUT',
  TR: 'TCKN',
} as const;
type Asking = keyof typeof taxIdKinds;

const asks = (country: string): country is Asking => country in taxIdKinds;

/** The kind of tax id that parcels to the country need; null where none is asked for. */
export const taxIdKindOf = (country: string | null): string | null =>
  country !== null && asks(country) ? taxIdKinds[country] : null;

const digitsOf = (text: string) => Array.from(text, Number);
const weighed = (digits: readonly number[], weights: readonly number[]) =>
  digits.reduce((sum, digit, at) => sum + digit * (weights[at] ?? 0), 0);

/** Check digits of a CPF or CNPJ: eleven less the rest of the weighed sum, nothing below two. */
function brazilian(id: string): boolean {
  const digits = digitsOf(id);
  if (new Set(digits).size === 1) return false;
  const cnpj = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  return [digits.length - 2, digits.length - 1].every((at) => {
    const weights = digits.length === 11 ? digits.map((_, place) => at + 1 - place) : cnpj.slice(cnpj.length - at);
    const rest = weighed(digits.slice(0, at), weights) % 11;
    return digits[at] === (rest < 2 ? 0 : 11 - rest);
  });
}

function chilean(id: string): boolean {
  const body = digitsOf(id.slice(0, -1)).toReversed();
  const rest = 11 - (body.reduce((sum, digit, at) => sum + digit * ((at % 6) + 2), 0) % 11);
  const check = rest === 11 ? '0' : rest === 10 ? 'K' : String(rest);
  return id.at(-1) === check;
}

function turkish(id: string): boolean {
  const digits = digitsOf(id);
  const odd = weighed(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weighed(digits, [0, 1, 0, 1, 0, 1, 0, 1]);
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  const last = digits.slice(0, 10).reduce((sum, digit) => sum + digit, 0) % 10;
  return digits[9] === tenth && digits[10] === last;
}

const forms: Record<Asking, (id: string) => boolean> = {
  BR: (id) => /^(?:\d{11}|\d{14})$/.test(id) && brazilian(id),
  KR: (id) => /^P\d{12}$/.test(id),
  MX: (id) => /^(?:[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}|[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d)$/.test(id),
  CL: (id) => /^\d{7,8}[\dK]$/.test(id) && chilean(id),
  TR: (id) => /^[1-9]\d{10}$/.test(id) && turkish(id),
};

/** A tax id without the points, dashes and spaces that people write into it. */
export const bareTaxId = (text: string): string => text.toUpperCase().replace(/[\s./-]/g, '');

/** Whether the text can be such a number of the country, as far as its own check digits tell. */
export function isTaxId(country: string, text: string): boolean {
  return asks(country) && forms[country](bareTaxId(text));
}
