import type { suggestions as english } from '../en/suggestions.ts';

export const suggestions: Record<keyof typeof english, string> = {
  word_missing: '关键词须包含字母或数字。请填写。',
  meaning_missing: '同义词须包含字母或数字。请填写。',
  word_taken: '“{{word}}”已有同义词。请先删除。',
  no_word: '该同义词不存在或已被删除。请刷新页面。',
  changed: '某条配对建议已变化或已被使用。请刷新列表后重试。',
};
