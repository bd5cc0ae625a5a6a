import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Stored = { sha256: string; size: number };

/** Where bytes live, by the hash of their content (P29). A folder now; S3-compatible storage fits the same shape. */
export type Blobs = {
  /** Keeps the stream's bytes; durable when it resolves. */
  put(source: Readable | Buffer): Promise<Stored>;
  stream(sha256: string): Readable;
  bytes(sha256: string): Promise<Buffer>;
  has(sha256: string): Promise<boolean>;
  remove(sha256: string): Promise<void>;
};

/** Blobs as files of `folder`, two levels deep, written aside and renamed so that a half-written one never shows. */
export function blobFolder(folder: string): Blobs {
  const place = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2));
  return {
    async put(source) {
      await mkdir(join(folder, 'incoming'), { recursive: true });
      const aside = join(folder, 'incoming', randomUUID());
      try {
        const stored = await writeHashed(source, aside);
        const target = place(stored.sha256);
        await mkdir(join(target, '..'), { recursive: true });
        await rename(aside, target);
        return stored;
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    stream: (sha256) => createReadStream(place(sha256)),
    bytes: (sha256) => readFile(place(sha256)),
    has: (sha256) =>
      stat(place(sha256)).then(
        () => true,
        () => false,
      ),
    remove: (sha256) => rm(place(sha256), { force: true }),
  };
}

async function writeHashed(source: Readable | Buffer, path: string): Promise<Stored> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    Buffer.isBuffer(source) ? Readable.from([source]) : source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path),
  );
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
  return { sha256: hash.digest('hex'), size };
}
