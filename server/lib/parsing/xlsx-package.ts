import type { Readable } from 'node:stream';
import { Parser } from 'htmlparser2';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ParsingRefusal } from './parsing-refusal.ts';

export const packageLimits = { unpacked: 512 * 1024 * 1024, ratio: 200, parts: 10_000 };
/** Below this size the ratio says nothing: a sheet of equal rows is small and packs well. */
const ratioFrom = 8 * 1024 * 1024;
const inflatePiece = 64 * 1024;

/** What is reported of each element of a part; names come without their prefix. */
export type ElementHandler = {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
};

/** The parts of a workbook, unpacked while they are read; what is unpacked is limited in all. */
export class XlsxPackage {
  readonly #zip: ZipFile;
  readonly #parts: Map<string, Entry>;
  readonly #packed: number;
  #unpacked = 0;

  private constructor(zip: ZipFile, parts: Map<string, Entry>, packed: number) {
    this.#zip = zip;
    this.#parts = parts;
    this.#packed = packed;
  }

  /** Throws `ParsingRefusal` for what is no workbook. */
  static async open(bytes: Buffer): Promise<XlsxPackage> {
    const parts = new Map<string, Entry>();
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }).catch(() => null);
    if (zip && zip.entryCount <= packageLimits.parts)
      for await (const entry of zip.eachEntry()) parts.set(entry.fileName.toLowerCase(), entry);
    if (zip && parts.has('xl/workbook.xml')) return new XlsxPackage(zip, parts, bytes.length);
    throw new ParsingRefusal('unreadable', { text: 'parsing.not_xlsx' });
  }

  /** Reads a part as XML, piece by piece; after each piece the caller may take what it has gathered. Nothing for a part that is not there. */
  async *read(path: string, handler: ElementHandler): AsyncGenerator<void> {
    const entry = this.#parts.get(path.toLowerCase());
    if (!entry) return;
    const stream: Readable = await this.#zip.openReadStreamPromise(entry);
    const parser = new Parser(
      {
        onopentag: (name, attributes) => handler.open?.(plainName(name), attributes),
        ontext: (text) => handler.text?.(text),
        onclosetag: (name) => handler.close?.(plainName(name)),
      },
      { xmlMode: true },
    );
    const decoder = new TextDecoder();
    for await (const piece of stream as AsyncIterable<Buffer>) {
      this.#count(piece.length);
      for (let at = 0; at < piece.length; at += inflatePiece) {
        parser.write(decoder.decode(piece.subarray(at, at + inflatePiece), { stream: true }));
        yield;
      }
    }
    parser.write(decoder.decode());
    parser.end();
    yield;
  }

  /** Reads a whole part. */
  async readAll(path: string, handler: ElementHandler): Promise<void> {
    for await (const _ of this.read(path, handler));
  }

  #count(size: number): void {
    this.#unpacked += size;
    if (this.#unpacked > packageLimits.unpacked)
      throw new ParsingRefusal('unreadable', {
        text: 'parsing.xlsx_too_large',
        params: { megabytes: packageLimits.unpacked / 1024 / 1024 },
      });
    if (this.#unpacked > ratioFrom && this.#unpacked > this.#packed * packageLimits.ratio)
      throw new ParsingRefusal('unreadable', { text: 'parsing.xlsx_ratio', params: { times: packageLimits.ratio } });
  }
}

const plainName = (name: string) => name.slice(name.indexOf(':') + 1);
