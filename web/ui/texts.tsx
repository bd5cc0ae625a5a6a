import { createContext, type ReactNode, use } from 'react';

const english = {
  allTabs: 'Show all tabs',
  allSelected: 'All {n} selected',
  back: 'Go back',
  cancel: 'Cancel',
  clearSearch: 'Clear search',
  clearSelection: 'Clear selection',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy {value}',
  discard: 'Discard',
  discardText: 'What you typed was not sent and will be lost.',
  discardTitle: 'Discard what you typed?',
  copyFailed: 'The browser did not allow copying. Select the text and copy it by hand.',
  failed: 'This could not be loaded. Nothing was changed.',
  fileTooLarge: '{name} is larger than {limit}',
  fileWrongType: '{name} is not one of: {types}',
  loading: 'Loading',
  moreActions: 'More actions',
  nextPage: 'Next page',
  notLoaded: 'Some data could not be loaded. Try again or reopen this.',
  open: 'Open {name}',
  perPage: 'Rows per page',
  previousPage: 'Previous page',
  range: '{from}–{to} of {total}',
  remove: 'Remove {name}',
  requestId: 'Number to quote: {id}',
  retry: 'Try again',
  rowActions: 'Actions for {name}',
  search: 'Search',
  selectAll: 'Select all rows on this page',
  selected: '{n} selected',
  selectMatching: 'Select all {n} that match',
  selectAllMatching: 'Select all that match',
  allMatching: 'All that match selected',
  allMatchingBut: 'All that match selected, except {n}',
  selectRow: 'Select {name}',
  showAllRows: 'Show all {n}',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  sortBy: 'Sort by {name}',
  separator: ', ',
  unknown: 'Not specified: {names}',
};

/** Words of the controls themselves; the app hands them over in the user's language. */
export type UiTexts = typeof english;

const Texts = createContext<UiTexts>(english);

export function UiTextsProvider({ texts, children }: { texts: UiTexts; children: ReactNode }) {
  return <Texts value={texts}>{children}</Texts>;
}

/** The words of the controls; `fill` puts values into their places. */
export function useUiTexts(): UiTexts {
  return use(Texts);
}

/** Puts `{name}` values into a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
