import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts';
import { type Language, type Phrase, sentenceIn } from './refusal-texts.ts';

/**
 * A refusal that the caller sees: a stable code, a sentence that says what to do, and sentences by field. Sentences are
 * phrases (a key of `refusals/` with parameters), written in the reader's language when the answer leaves; `message` and
 * `fields` hold them in English.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string[]> | undefined;
  /** Seconds after which the call may be repeated, for 429 and 503. */
  readonly retryAfter: number | undefined;
  readonly sentence: Phrase;
  readonly #fields: Record<string, Phrase[]> | undefined;

  constructor(
    code: ErrorCode,
    sentence: Phrase,
    extra: { fields?: Record<string, Phrase[]>; retryAfter?: number } = {},
  ) {
    super(sentenceIn('en', sentence));
    this.name = 'AppError';
    this.code = code;
    this.status = errorStatus[code];
    this.retryAfter = extra.retryAfter;
    this.sentence = sentence;
    this.#fields = extra.fields;
    this.fields = this.#fieldsIn('en');
  }

  body(requestId: string, language: Language = 'en'): ErrorBody {
    const errors = this.#fieldsIn(language);
    return {
      status: this.status,
      code: this.code,
      message: sentenceIn(language, this.sentence),
      request_id: requestId,
      ...(errors && { errors }),
    };
  }

  #fieldsIn(language: Language): Record<string, string[]> | undefined {
    if (!this.#fields) return undefined;
    const entries = Object.entries(this.#fields);
    return Object.fromEntries(entries.map(([field, all]) => [field, all.map((one) => sentenceIn(language, one))]));
  }
}

/** Makes the refusal `code`; `field` puts the sentence under that form field as well. */
export function appError(code: ErrorCode, sentence: Phrase, field?: string): AppError {
  return new AppError(code, sentence, field ? { fields: { [field]: [sentence] } } : {});
}
