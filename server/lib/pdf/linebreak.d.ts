declare module 'linebreak' {
  /** Places where Unicode lets a line end (UAX 14). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
