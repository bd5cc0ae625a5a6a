/** Words that say what goods are: three letters or more, or two of Chinese. */
export const wordsOf = (title: string): string[] => [
  ...new Set(title.toLowerCase().match(/[\p{L}\p{N}]{3,}|\p{Script=Han}{2,}/gu) ?? []),
];
