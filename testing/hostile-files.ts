import { crc32, deflateSync } from 'node:zlib';
import { workbookOf } from './xlsx.ts';

/** 1.3 kB: one cell as far from the first as a sheet goes. */
export const farCell = (): Buffer =>
  workbookOf('<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>');

/** 9 MB of commas: one row of nine million empty cells. */
export const commas = (): Buffer => Buffer.alloc(9_000_000, ',');

/** 1.5 kB that take as long to draw as one likes: each level uses the one below ten times. */
export function nestedUse(levels: number): Buffer {
  const uses = '<use href="#l0"/>'.repeat(10);
  const groups = Array.from(
    { length: levels },
    (_, level) => `<g id="l${level + 1}">${uses.replaceAll('#l0', `#l${level}`)}</g>`,
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect id="l0" width="9" height="9"/>${groups.join('')}</svg>`,
  );
}

/** A PNG whose head claims so many pixels, of which next to none follow. */
export function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8); // one bit per pixel, grey
  const lines = deflateSync(Buffer.alloc(10_000));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG with packed texts behind its head: 2.4 MB that unpack to as many times 50 MB. */
export function packedTexts(png: Buffer, times: number): Buffer {
  const text = chunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(50_000_000))]),
  );
  const head = 8 + 25; // the signature and IHDR
  return Buffer.concat([png.subarray(0, head), ...Array.from({ length: times }, () => text), png.subarray(head)]);
}
