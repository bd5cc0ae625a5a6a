import { isUtf8 } from 'node:buffer';

/** Encodings in which spreadsheets leave Excel, Numbers and shop systems. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

/** Tells the encoding of a text file by its first mark, else by what its bytes can mean. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 4096);
  const zeros = { even: 0, odd: 0 };
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1;
  });
  if (zeros.odd > head.length / 8 && zeros.even === 0) return 'utf-16le';
  if (zeros.even > head.length / 8 && zeros.odd === 0) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  return looksChinese(bytes) && isGb18030(bytes) ? 'gb18030' : 'windows-1252';
}

function isGb18030(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('gb18030', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** In GB 18030 text high bytes come in pairs; in Western text they stand alone between letters. */
function looksChinese(bytes: Uint8Array): boolean {
  let paired = 0;
  let high = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    high += 1;
    if ((bytes[at + 1] ?? 0) >= 0x80) {
      high += 1;
      paired += 2;
      at += 1;
    }
  }
  return high > 0 && paired / high > 0.8;
}
