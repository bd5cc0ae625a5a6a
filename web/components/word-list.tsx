import { useTranslation } from 'react-i18next';
import { joinWords } from '#web/lib/format.ts';

/** Names side by side in a cell, with the mark that the language has for lists. */
export function WordList({ words }: { words: readonly string[] }) {
  const { i18n } = useTranslation();
  return words.length === 0 ? '–' : joinWords(words, i18n.language);
}
