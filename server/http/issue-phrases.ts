import type { z } from 'zod';
import type { Phrase, Sentence } from '../lib/refusal-texts.ts';

type Issue = z.core.$ZodIssue;
type Params = Record<string, string | number>;

/** What zod is told to say where a schema has no sentence of its own, so that its words never leave the server. */
export const unworded = '';

/** Most values of a choice that are listed. */
const listed = 12;

/** The phrase of a failed check, with the path of its field as the parameter `field`; a schema's own sentence instead. */
export function issuePhrase(issue: Issue): { field: string; sentence: Sentence } {
  const leaf = closestLeaf(issue);
  const keys = leaf.code === 'unrecognized_keys' ? leaf.keys.slice(0, 1) : [];
  const field = [...leaf.path, ...keys].map(String).join('.');
  if (leaf.message !== unworded) return { field, sentence: leaf.message };
  const [text, params] = wordsOf(leaf);
  return { field, sentence: { text, params: { ...params, field } } };
}

/** Of a value that may have several shapes: what is wrong with the shape that it comes closest to. */
function closestLeaf(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.message !== unworded) return issue;
  const shapes = issue.errors.filter(
    ([first]) => first && (first.path.length > 0 || first.code === 'unrecognized_keys'),
  );
  const [first] = shapes.sort((a, b) => a.length - b.length)[0] ?? [];
  return first ? closestLeaf({ ...first, path: [...issue.path, ...first.path] }) : issue;
}

type Words = [text: Phrase['text'], params?: Params];

function wordsOf(issue: Issue): Words {
  if (issue.input === undefined && absent.has(issue.code)) return ['field_missing'];
  switch (issue.code) {
    case 'invalid_type':
      return [types[issue.expected] ?? 'field_invalid'];
    case 'invalid_format':
      return [formats[issue.format] ?? 'field_format'];
    case 'invalid_value': {
      const choices = issue.values.slice(0, listed).map(String).join(', ');
      return [issue.values.length === 1 ? 'field_only' : 'field_choice', { choices }];
    }
    case 'too_small':
      return [tooSmall(issue), { least: Number(issue.minimum) }];
    case 'too_big':
      return [tooBig(issue), { most: Number(issue.maximum) }];
    case 'not_multiple_of':
      return ['field_step', { step: issue.divisor }];
    case 'unrecognized_keys':
      return ['field_unexpected'];
    default:
      return ['field_invalid'];
  }
}

/** Checks that fail for a value that is not there. */
const absent = new Set<Issue['code']>(['invalid_type', 'invalid_value', 'invalid_union']);

const types: Partial<Record<string, Phrase['text']>> = {
  string: 'field_text',
  number: 'field_number',
  int: 'field_whole_number',
  boolean: 'field_yes_no',
  array: 'field_list',
  tuple: 'field_list',
  object: 'field_group',
  record: 'field_group',
};

const formats: Partial<Record<string, Phrase['text']>> = {
  email: 'field_email',
  uuid: 'field_id',
  guid: 'field_id',
  url: 'field_url',
  date: 'field_date',
  datetime: 'field_time',
};

function tooSmall({ origin, inclusive, minimum }: z.core.$ZodIssueTooSmall): Phrase['text'] {
  if (origin === 'string') return minimum === 1 ? 'field_missing' : 'field_too_short';
  if (origin === 'array' || origin === 'set') return 'field_too_few';
  return inclusive === false ? 'field_not_above' : 'field_too_small';
}

function tooBig({ origin, inclusive }: z.core.$ZodIssueTooBig): Phrase['text'] {
  if (origin === 'string') return 'field_too_long';
  if (origin === 'array' || origin === 'set') return 'field_too_many';
  return inclusive === false ? 'field_not_below' : 'field_too_big';
}
