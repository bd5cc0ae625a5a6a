import sharp from 'sharp';
import type { Random } from '#sandbox/demo/random.ts';

/** What happens to a picture between two shops. */
export const pictureChanges: Record<string, (bytes: Buffer, look: Random) => Promise<Buffer>> = {
  'JPEG loss': (bytes, look) =>
    sharp(bytes)
      .jpeg({ quality: look.int(20, 45) })
      .toBuffer(),
  scale: (bytes, look) => sharp(bytes).resize(look.int(110, 260)).jpeg({ quality: 80 }).toBuffer(),
  brightness: (bytes, look) =>
    sharp(bytes)
      .modulate({ brightness: look.chance(0.5) ? 0.7 + look.next() * 0.15 : 1.15 + look.next() * 0.15 })
      .jpeg({ quality: 80 })
      .toBuffer(),
  watermark: (bytes, look) =>
    sharp(bytes)
      .composite([{ input: Buffer.from(watermarkOf(look)) }])
      .jpeg({ quality: 80 })
      .toBuffer(),
  'crop one side 20 %': async (bytes, look) => cropped(bytes, look, 'one'),
  'crop up to 20 %, any sides': async (bytes, look) => cropped(bytes, look, 'any'),
  mirror: (bytes) => sharp(bytes).flop().jpeg({ quality: 80 }).toBuffer(),
};

/** A shop's name across the middle, tiled, or in a corner. */
function watermarkOf(look: Random): string {
  const text = (x: number, y: number, px: number, opacity: number, turn: number) =>
    `<text x="${x}" y="${y}" font-family="sans-serif" font-weight="bold" font-size="${px}" fill="${look.chance(0.5) ? '#fff' : '#000'}" opacity="${opacity}" transform="rotate(${turn} ${x} ${y})">bestdeals.example</text>`;
  const marks = look.weighted([
    [() => text(60, 280, 42, 0.4, -25), 2],
    [() => [60, 180, 300, 420].map((y) => text(y % 3 ? 10 : 200, y, 24, 0.3, -20)).join(''), 2],
    [() => text(look.chance(0.5) ? 10 : 250, look.chance(0.5) ? 34 : 464, 24, 0.9, 0), 3],
  ])();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480">${marks}</svg>`;
}

/** Cuts a fifth off one side, or up to a fifth of the width and of the height at random places. */
async function cropped(bytes: Buffer, look: Random, sides: 'one' | 'any'): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const [x, y] = sides === 'one' ? (look.chance(0.5) ? [0.2, 0] : [0, 0.2]) : [look.next() * 0.2, look.next() * 0.2];
  const from = () => (sides === 'one' ? look.int(0, 1) : look.next());
  const area = {
    left: Math.floor(width * x * from()),
    top: Math.floor(height * y * from()),
    width: Math.floor(width * (1 - x)),
    height: Math.floor(height * (1 - y)),
  };
  return sharp(bytes).extract(area).jpeg({ quality: 80 }).toBuffer();
}
