import encodeQR from 'qr';

/**
 * The QR code of a text as rows of dark and light modules, without the light margin around it. Level M: the code can still be
 * read when 15 % of it are worn or dirty.
 */
export function qrModules(text: string): boolean[][] {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  return rows.slice(1, -1).map((row) => row.slice(1, -1));
}
