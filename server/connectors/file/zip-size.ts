import { createInflateRaw } from 'node:zlib';
import { FileProblem } from './file-problem.ts';

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const notAZip = () =>
  new FileProblem('This is not an XLSX file. Save it again as “Excel workbook (.xlsx)”, or as CSV.');

type Entry = { method: number; packed: number; at: number };

/**
 * Unpacked size of a ZIP, measured by unpacking it without keeping anything: what the file claims about itself may be
 * a lie. Throws as soon as it is over `limit` bytes.
 */
export async function measureZip(bytes: Buffer, limit: number): Promise<number> {
  let size = 0;
  for (const entry of entriesOf(bytes)) {
    const data = dataOf(bytes, entry);
    size += entry.method === 0 ? data.length : await inflatedSize(data, limit - size);
    if (size > limit) throw tooLarge(limit);
  }
  return size;
}

const tooLarge = (limit: number) =>
  new FileProblem(
    `The spreadsheet is larger than ${Math.round(limit / 1024 / 1024)} MB when unpacked. Split it, or save it as CSV.`,
  );

function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endMark) throw notAZip();
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw notAZip();
    entries.push({
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function dataOf(bytes: Buffer, entry: Entry): Buffer {
  if (entry.at + 30 > bytes.length || bytes.readUInt32LE(entry.at) !== localMark) throw notAZip();
  const start = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28);
  return bytes.subarray(start, start + entry.packed);
}

function inflatedSize(data: Buffer, limit: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let size = 0;
    const inflate = createInflateRaw();
    inflate.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) inflate.destroy(tooLarge(limit));
    });
    inflate.on('end', () => resolve(size));
    inflate.on('error', (error) => reject(error instanceof FileProblem ? error : notAZip()));
    inflate.end(data);
  });
}
