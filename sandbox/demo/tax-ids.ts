/** Nine digits that always go with the same text. */
function digitsOf(text: string): number[] {
  let state = 7;
  for (const sign of text) state = (state * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_000_007;
  return Array.from(String(state).padStart(9, '3').slice(-9), Number);
}

/** A CPF as its check digits want it. */
function cpf(digits: readonly number[]): string {
  const all = [...digits];
  for (const first of [10, 11]) {
    const rest = all.reduce((sum, digit, at) => sum + digit * (first - at), 0) % 11;
    all.push(rest < 2 ? 0 : 11 - rest);
  }
  return all.join('').replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
}

/** The tax id that a made-up buyer writes as a company, where customs ask for one. */
export function taxIdFor(country: string, buyer: string): string | null {
  const digits = digitsOf(buyer);
  if (country === 'BR') return cpf(digits);
  const day = String(((digits[0] ?? 0) % 9) + 10);
  return country === 'MX' ? `GOLM8${digits[1]}07${day}X${digits[2]}${digits[3]}` : null;
}
