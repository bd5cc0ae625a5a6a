import { messages, messagesInChinese } from '#contract/spec-texts.ts';

/** The language that the page is written in; empty before a page is there. */
export const pageLanguage = (): string => (typeof document === 'undefined' ? '' : document.documentElement.lang);

/** A text that the spec fixes, in the language of the page. */
export function specText(name: keyof typeof messages): string {
  return pageLanguage().startsWith('zh') ? messagesInChinese[name] : messages[name];
}
