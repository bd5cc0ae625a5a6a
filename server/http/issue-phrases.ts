import type { z } from 'zod';
import { isRefusalText, type Phrase, type RefusalText } from '../lib/refusal-texts.ts';

type Issue = z.core.$ZodIssue;
/** Sentences whose one parameter is the field. */
type FieldText = Extract<
  RefusalText,
  `fields.${'text' | 'number' | 'whole_number' | 'yes_no' | 'list' | 'group' | 'email' | 'id' | 'url' | 'date' | 'time'}`
>;

/** What zod is told to say where a schema has no sentence of its own, so that its words never leave the server. */
export const unworded = '';

/** Most values of a choice that are listed. */
const listed = 12;

/** A failed check: the path of its field, its sentence, and the same where nothing else names the field. */
type FailedCheck = { field: string; sentence: Phrase; named: Phrase };

/** The sentence of a failed check: by its kind, or the schema's own. */
export function issuePhrase(issue: Issue): FailedCheck {
  const leaf = closestLeaf(issue);
  const keys = leaf.code === 'unrecognized_keys' ? leaf.keys.slice(0, 1) : [];
  const field = [...leaf.path, ...keys].map(String).join('.');
  const own = ownSentence(leaf);
  const sentence = own ?? sentenceOf(leaf, field);
  return {
    field,
    sentence,
    named: own && field !== '' ? { text: 'fields.says', params: { field, sentence } } : sentence,
  };
}

/** The sentence whose key the schema names as its message, such as `checks.country`. */
function ownSentence(issue: Issue): Phrase | null {
  if (!isRefusalText(issue.message)) return null;
  const params = 'params' in issue ? issue.params : undefined;
  return { text: issue.message, params } as Phrase; // a unit test compares the contract's keys and parameters
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

function sentenceOf(issue: Issue, field: string): Phrase {
  if (issue.input === undefined && absent.has(issue.code)) return { text: 'fields.missing', params: { field } };
  switch (issue.code) {
    case 'invalid_type':
      return { text: types[issue.expected] ?? 'fields.invalid', params: { field } };
    case 'invalid_format':
      return { text: formats[issue.format] ?? 'fields.format', params: { field } };
    case 'invalid_value': {
      const choices = issue.values.slice(0, listed).map(String);
      return { text: issue.values.length === 1 ? 'fields.only' : 'fields.choice', params: { field, choices } };
    }
    case 'too_small':
      return tooSmall(issue, field);
    case 'too_big':
      return tooBig(issue, field);
    case 'not_multiple_of':
      return { text: 'fields.step', params: { field, step: issue.divisor } };
    case 'unrecognized_keys':
      return { text: 'fields.unexpected', params: { field } };
    default:
      return { text: 'fields.invalid', params: { field } };
  }
}

/** Checks that fail for a value that is not there. */
const absent = new Set<Issue['code']>(['invalid_type', 'invalid_value', 'invalid_union']);

const types: Partial<Record<string, FieldText>> = {
  string: 'fields.text',
  number: 'fields.number',
  int: 'fields.whole_number',
  boolean: 'fields.yes_no',
  array: 'fields.list',
  tuple: 'fields.list',
  object: 'fields.group',
  record: 'fields.group',
};

const formats: Partial<Record<string, FieldText>> = {
  email: 'fields.email',
  uuid: 'fields.id',
  guid: 'fields.id',
  url: 'fields.url',
  date: 'fields.date',
  datetime: 'fields.time',
};

function tooSmall({ origin, inclusive, minimum }: z.core.$ZodIssueTooSmall, field: string): Phrase {
  const params = { field, least: Number(minimum) };
  if (origin === 'string')
    return minimum === 1 ? { text: 'fields.missing', params: { field } } : { text: 'fields.too_short', params };
  if (origin === 'array' || origin === 'set') return { text: 'fields.too_few', params };
  return { text: inclusive === false ? 'fields.not_above' : 'fields.too_small', params };
}

function tooBig({ origin, inclusive, maximum }: z.core.$ZodIssueTooBig, field: string): Phrase {
  const params = { field, most: Number(maximum) };
  if (origin === 'string') return { text: 'fields.too_long', params };
  if (origin === 'array' || origin === 'set') return { text: 'fields.too_many', params };
  return { text: inclusive === false ? 'fields.not_below' : 'fields.too_big', params };
}
