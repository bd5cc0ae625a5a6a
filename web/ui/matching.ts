import type { TableMeta } from './data-table-props.ts';
import type { Selection } from './selection.ts';
import { fill, type UiTexts } from './texts.tsx';

type Ticked = Pick<Selection<object>, 'ids' | 'everything' | 'except'>;
type Texts = Pick<
  UiTexts,
  'selected' | 'selectMatching' | 'selectAllMatching' | 'allSelected' | 'allMatching' | 'allMatchingBut'
>;

/**
 * What the bar of ticked rows says, and what it offers once the page is ticked and more match. Where the list was not counted to
 * the end, neither names a number: how many rows there are is known once the server has fixed the selection.
 */
export function matchingWords(
  { meta, ticked, pageTicked }: { meta: TableMeta; ticked: Ticked; pageTicked: boolean },
  texts: Texts,
  language: string,
): { words: string; offer?: string } {
  const { ids, everything, except } = ticked;
  const say = (text: string, n: number) => fill(text, { n: new Intl.NumberFormat(language).format(n) });
  const { total, total_is_exact: exact } = meta;
  if (everything) {
    if (except.length === 0) return { words: exact ? say(texts.allSelected, total) : texts.allMatching };
    return { words: exact ? say(texts.selected, total - except.length) : say(texts.allMatchingBut, except.length) };
  }
  const words = say(texts.selected, ids.length);
  if (!pageTicked || (exact && total <= ids.length)) return { words };
  return { words, offer: exact ? say(texts.selectMatching, total) : texts.selectAllMatching };
}
