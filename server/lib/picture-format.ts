/** Formats of pictures that are read at all. */
export type PictureFormat = 'jpeg' | 'png' | 'webp';

/** The format that the first bytes tell; null for everything else, whatever its name says. */
export function pictureFormat(bytes: Buffer): PictureFormat | null {
  const text = bytes.subarray(0, 16).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  return text.startsWith('RIFF') && text.startsWith('WEBP', 8) ? 'webp' : null;
}
