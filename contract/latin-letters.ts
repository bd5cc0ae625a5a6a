/** Signs and what each becomes, one after the other; `_` stands for nothing. */
function pairs(text: string): ReadonlyMap<string, string> {
  const signs = text.split(' ');
  return new Map(
    signs.flatMap((sign, at): [string, string][] =>
      at % 2 === 0 ? [[sign, (signs[at + 1] ?? '').replace('_', '')]] : [],
    ),
  );
}

const cyrillic = pairs(
  'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ _ ы y ь _ э e ю yu я ya і i ї yi є ye ґ g',
);
const greek = pairs(
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
);

/** The text in Latin letters, where it is written in Cyrillic or Greek; null where we cannot say how it would read. */
export function inLatin(text: string): string | null {
  const letters = [...text].map((sign) => {
    const small = sign.toLowerCase();
    const plain = small.normalize('NFD').replace(/\p{M}/gu, '');
    const found = cyrillic.get(small) ?? greek.get(small) ?? greek.get(plain);
    if (found === undefined) return sign;
    return small === sign ? found : found.charAt(0).toUpperCase() + found.slice(1);
  });
  const latin = letters.join('');
  return /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(latin) ? latin : null;
}
