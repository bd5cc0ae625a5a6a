export const suggestions = {
  word_missing: 'The keyword needs letters or digits. Enter one.',
  meaning_missing: 'The synonym needs letters or digits. Enter one.',
  word_taken: '“{{word}}” already has a synonym. Remove it first.',
  no_word: 'This synonym doesn’t exist or was removed. Reload the page.',
  changed: 'A suggested match changed or was already used. Reload the list and try again.',
} as const;
