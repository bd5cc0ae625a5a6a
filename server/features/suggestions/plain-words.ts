const accents = /\p{Mn}/gu;
const han = /\p{Script=Han}/u;

/** A text in one spelling: width, case and accents of no matter, everything but letters and digits a space. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('×', 'x')
    .normalize('NFD')
    .replace(accents, '')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/(?<!\d)\.|\.(?!\d)/g, ' ') // a point counts within a number only
    .replace(/\s+/g, ' ')
    .trim();
}

/** Words that say nothing about what a thing is. */
const empty = new Set(
  'a an and the of for with in on to by from your our new hot sale best quality premium style fashion free shipping gift set'.split(
    ' ',
  ),
);

/** The words by which titles are compared: singular, without fillers; Chinese in pairs of signs. */
export function titleWords(title: string): string[] {
  const words = plain(title)
    .split(' ')
    .flatMap((word) => (han.test(word) ? pairsOf(word) : [singular(word)]));
  return [...new Set(words.filter((word) => word !== '' && !empty.has(word) && !/^20[2-3]\d$/.test(word)))];
}

const singular = (word: string) =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

function pairsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length < 2) return signs;
  return signs.slice(1).map((sign, index) => `${signs[index] ?? ''}${sign}`);
}
