// Rules of transfers in euros, for both sides.

/** Whom a transfer in euros goes to. */
export type SepaAccount = { name: string; iban: string; bic: string | null };

/** As people type them: without spaces, in capital letters. */
export const plainNumber = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/** Whether an IBAN is well formed and its two check digits are right (ISO 13616). */
export function isIban(text: string): boolean {
  const iban = plainNumber(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Whether a BIC (SWIFT code) is well formed (ISO 9362). */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(plainNumber(text));

const longestReference = 140;

/**
 * What the QR code of a transfer says to a banking app (EPC069-12, version 002): a SEPA credit transfer in UTF-8. `amount` is in
 * cents of a euro; the code knows no other currency.
 */
export function sepaPayload({ name, iban, bic }: SepaAccount, amount: number, reference: string): string {
  const euros = `EUR${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
  const [purpose, structured] = ['', ''];
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    name,
    iban,
    euros,
    purpose,
    structured,
    reference.slice(0, longestReference),
  ].join('\n');
}
