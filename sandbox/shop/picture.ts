import sharp from 'sharp';
import type { Picture } from './rows.ts';

export const SHAPES = [
  'mug',
  'bag',
  'bottle',
  'shirt',
  'lamp',
  'candle',
  'cushion',
  'book',
  'box',
  'cap',
  'watch',
  'pot',
] as const;
export type Shape = (typeof SHAPES)[number];

type Paint = { main: string; dark: string; light: string; accent: string };

/** Each shape on a field of 600 × 600, standing on the line y = 470. */
const DRAWINGS: Record<Shape, (paint: Paint) => string> = {
  mug: (p) =>
    `<path d="M400 250h40a60 60 0 0 1 0 150h-46v-34h40a26 26 0 0 0 0-82h-34z" fill="${p.dark}"/><rect x="190" y="200" width="220" height="270" rx="34" fill="${p.main}"/><rect x="190" y="200" width="60" height="270" rx="30" fill="${p.light}" opacity=".5"/><ellipse cx="300" cy="206" rx="110" ry="22" fill="${p.dark}"/>`,
  bag: (p) =>
    `<path d="M230 260v-60a70 70 0 0 1 140 0v60" fill="none" stroke="${p.dark}" stroke-width="18"/><path d="M170 240h260l26 230H144z" fill="${p.main}"/><path d="M170 240h70l-26 230h-70z" fill="${p.light}" opacity=".45"/><rect x="255" y="330" width="90" height="60" rx="8" fill="${p.accent}"/>`,
  bottle: (p) =>
    `<rect x="262" y="120" width="76" height="60" rx="12" fill="${p.dark}"/><path d="M250 190h100q30 30 30 80v170q0 30-30 30H250q-30 0-30-30V270q0-50 30-80z" fill="${p.main}"/><path d="M236 240q8-30 24-50h22q-20 30-20 80v200h-12q-30 0-30-30V290z" fill="${p.light}" opacity=".5"/><rect x="220" y="340" width="160" height="44" fill="${p.accent}"/>`,
  shirt: (p) =>
    `<path d="M220 160q80 50 160 0l110 60-46 92-44-20v178H200V292l-44 20-46-92z" fill="${p.main}"/><path d="M220 160q80 50 160 0l-16-10q-64 34-128 0z" fill="${p.dark}"/><path d="M200 292v178h54V250z" fill="${p.light}" opacity=".4"/>`,
  lamp: (p) =>
    `<rect x="220" y="448" width="160" height="22" rx="11" fill="${p.dark}"/><path d="M300 450V300l90-110" fill="none" stroke="${p.dark}" stroke-width="16" stroke-linejoin="round"/><path d="M350 140l110 84-60 66-96-74z" fill="${p.main}"/><circle cx="300" cy="300" r="16" fill="${p.accent}"/><path d="M352 262l48 28-90 150h-80z" fill="${p.light}" opacity=".35"/>`,
  candle: (p) =>
    `<path d="M300 120q34 44 0 76-34-32 0-76z" fill="${p.accent}"/><rect x="296" y="190" width="8" height="34" fill="${p.dark}"/><rect x="200" y="222" width="200" height="248" rx="22" fill="${p.main}"/><rect x="200" y="222" width="54" height="248" rx="22" fill="${p.light}" opacity=".5"/><rect x="230" y="310" width="140" height="90" rx="6" fill="#fff" opacity=".85"/>`,
  cushion: (p) =>
    `<path d="M150 190q150-34 300 0 34 140 0 280-150 30-300 0-34-140 0-280z" fill="${p.main}"/><path d="M150 190q40-10 90-14-40 150 0 308-50-2-90-14-34-140 0-280z" fill="${p.light}" opacity=".45"/><circle cx="300" cy="330" r="14" fill="${p.dark}"/>`,
  book: (p) =>
    `<rect x="196" y="150" width="240" height="310" rx="12" fill="${p.dark}"/><rect x="176" y="160" width="240" height="310" rx="12" fill="${p.main}"/><rect x="176" y="160" width="36" height="310" rx="12" fill="${p.light}" opacity=".6"/><rect x="250" y="230" width="120" height="50" rx="6" fill="${p.accent}"/>`,
  box: (p) =>
    `<rect x="160" y="270" width="280" height="200" rx="60" fill="${p.main}"/><path d="M160 330q0-110 140-110t140 110z" fill="${p.dark}"/><rect x="160" y="330" width="80" height="140" rx="50" fill="${p.light}" opacity=".45"/><circle cx="300" cy="370" r="12" fill="${p.accent}"/>`,
  cap: (p) =>
    `<path d="M150 380q0-170 150-170t150 170z" fill="${p.main}"/><path d="M150 380q0-170 150-170-70 60-70 170z" fill="${p.light}" opacity=".45"/><path d="M120 380h330q90 10 70 54-180-40-400-10z" fill="${p.dark}"/><circle cx="300" cy="210" r="12" fill="${p.accent}"/>`,
  watch: (p) =>
    `<rect x="246" y="110" width="108" height="370" rx="30" fill="${p.dark}"/><circle cx="300" cy="300" r="112" fill="${p.main}"/><circle cx="300" cy="300" r="84" fill="#fff"/><path d="M300 300v-56M300 300l42 22" stroke="${p.accent}" stroke-width="10" stroke-linecap="round"/>`,
  pot: (p) =>
    `<path d="M300 300q-110-40-100-160 90 20 100 120 10-100 100-120 10 120-100 160z" fill="${p.accent}"/><rect x="190" y="290" width="220" height="46" rx="10" fill="${p.dark}"/><path d="M206 336h188l-26 134H232z" fill="${p.main}"/><path d="M206 336h60l-10 134h-24z" fill="${p.light}" opacity=".5"/>`,
};

function isShape(text: string | undefined): text is Shape {
  return SHAPES.some((shape) => shape === text);
}

/** Drawing of a product; the same id always gives the same picture. */
export function productSvg(productId: string, picture: Picture): string {
  const mixed = Number(BigInt(productId) % 9_973n);
  const shape = isShape(picture.shape) ? picture.shape : (SHAPES[mixed % SHAPES.length] ?? 'box');
  const hue = picture.hue ?? (mixed * 37) % 360;
  const paint: Paint = {
    main: `hsl(${hue} 42% 52%)`,
    dark: `hsl(${hue} 45% 34%)`,
    light: `hsl(${hue} 60% 78%)`,
    accent: `hsl(${(hue + 150) % 360} 48% 46%)`,
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" viewBox="0 0 600 600">
<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue} 30% 97%)"/><stop offset="1" stop-color="hsl(${hue} 24% 88%)"/></linearGradient></defs>
<rect width="600" height="600" fill="url(#g)"/><ellipse cx="300" cy="474" rx="190" ry="24" fill="hsl(${hue} 20% 62%)" opacity=".5"/>${DRAWINGS[shape](paint)}</svg>`;
}

/** The drawing as PNG of 600 × 600. */
export async function productPng(productId: string, picture: Picture): Promise<Buffer> {
  return sharp(Buffer.from(productSvg(productId, picture)))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
