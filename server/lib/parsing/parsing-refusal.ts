import { type Phrase, sentenceIn } from '../refusal-texts.ts';

/** Why bytes were not read: their content, or the limit that stopped the process that read them. */
export type RefusalCode = 'unreadable' | 'time_limit' | 'memory_limit' | 'crashed' | 'busy';

/** Bytes that others sent and that are not read, with a sentence for whoever sent them; `message` holds it in English. */
export class ParsingRefusal extends Error {
  readonly code: RefusalCode;
  readonly sentence: Phrase;

  constructor(code: RefusalCode, sentence: Phrase) {
    super(sentenceIn('en', sentence));
    this.name = 'ParsingRefusal';
    this.code = code;
    this.sentence = sentence;
  }
}
