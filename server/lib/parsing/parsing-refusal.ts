/** Why bytes were not read: their content, or the limit that stopped the process that read them. */
export type RefusalCode = 'unreadable' | 'time_limit' | 'memory_limit' | 'crashed' | 'busy';

/** Bytes that others sent and that are not read; the message is a full sentence for whoever sent them. */
export class ParsingRefusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'ParsingRefusal';
    this.code = code;
  }
}
