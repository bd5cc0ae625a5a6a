/** Digits that a spreadsheet keeps of a number; the others become zeros. */
const keptDigits = 15;
/** A chance below one in a thousand: so many zeros are no accident. */
const significantZeros = 3;

const zerosBehind = (digits: string) => digits.length - digits.replace(/0+$/, '').length;

/**
 * Whether a spreadsheet shortened an ID: `7.3E+12`, `7,3E+12`, or such a text turned back into a number, of which only the
 * first digits are left (`7300000000000`).
 */
export function isShortenedId(text: string): boolean {
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(text) || /^\d[.,]\d+E\d+$/i.test(text)) return true;
  return /^\d{12,}$/.test(text) && zerosBehind(text) >= 6;
}

/** Whether the IDs of more than 15 digits lost their last ones to a spreadsheet: all of them end in zeros from there on. */
export function lostDigits(ids: Iterable<string>): boolean {
  let zeros = 0;
  for (const id of new Set(ids)) {
    if (!/^\d{16,}$/.test(id)) continue;
    if (zerosBehind(id) < id.length - keptDigits) return false;
    zeros += id.length - keptDigits;
  }
  return zeros >= significantZeros;
}

export const isLongId = (id: string): boolean => id.length > keptDigits && /^\d+$/.test(id);
