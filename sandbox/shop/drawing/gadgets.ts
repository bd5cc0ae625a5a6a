import { box, disc, faint, line, type Motif, oval, path, placed, times } from './brush.ts';

/** Twelve marks around a dial. */
const marks = (at: string, radius: number, colour: string, length = 14): string => {
  const [x, y] = at.split(' ').map(Number);
  return times(12, (i) =>
    placed(`rotate(${i * 30} ${x} ${y})`, line(`M${x} ${Number(y) - radius}v${length}`, colour, i % 3 ? 4 : 8)),
  );
};
/** A strap that runs through behind the case at 300, 300. */
const strap = (fill: string, width: number): string =>
  path(
    `M${300 - width / 2} 60q${width / 2}-24 ${width} 0l8 160H${292 - width / 2}zM${292 - width / 2} 380h${width + 16}l-8 160q-${width / 2} 24-${width} 0z`,
    fill,
  );
const plug = (body: string): string =>
  [
    box('-92 -96 184 200 48', body),
    disc('0 4 62', '#eef1f3'),
    box('-30 -12 12 34 6', '#30353b'),
    box('18 -12 12 34 6', '#30353b'),
    disc('0 40 8', '#30353b'),
    disc('58 -66 8', '#45c77c'),
  ].join('');

export const gadgets = {
  'phone-stand': (b) => [
    path('M150 452h300l30 28H120z', b.wood('#7a4f30')),
    box('120 468 360 14 6', b.wood('#5f3b22')),
    placed('rotate(-9 300 320)', box('258 190 84 270 10', b.wood('#8a5a36'))),
    placed(
      'rotate(-9 300 300)',
      box('214 104 172 330 24', b.metal('#2b3138')),
      box('224 116 152 306 16', b.lit('#4d8fc4')),
      disc('300 132 6', '#1b2026'),
      ...[210, 262, 314].map((y) => box(`244 ${y} 112 34 9`, '#e9f2f9', faint(0.55))),
    ),
    path('M196 436h208l10 22H186z', b.wood('#8a5a36')),
    line('M300 470q60 26 190 8', '#d8dce0', 8),
  ],
  earbuds: (b) => [
    path('M156 330q-10-240 144-244 154 4 144 244z', b.ball('#9fb3bd')),
    path('M186 326q-6-206 114-210 120 4 114 210z', '#4f5a62'),
    ...[238, 362].map((x) =>
      placed(
        `translate(${x} 286) scale(${x < 300 ? 1 : -1} 1)`,
        path('M-16-30h32v96h-32z', b.tube('#ffffff')),
        path('M-46-62q8-44 56-36 34 10 28 48-10 42-54 34-36-10-30-46z', b.ball('#ffffff')),
        path('M24-92q34 0 30 32-8 22-30 16z', '#3b4047'),
        box('-24 -70 24 7 3', '#5b626b'),
      ),
    ),
    path('M142 318h316q14 162-158 162T142 318z', b.ball('#b4c5cd')),
    path('M142 318h316l-2 34q-156 26-312 0z', '#93a7b1'),
    line('M146 352q154 26 308 0', '#aab1b8', 4),
    box('286 372 28 9 4', '#46c98a'),
  ],
  'bamboo-tray': (b) => [
    box('66 166 468 300 18', b.wood('#d8a860')),
    box('66 166 468 300 18', 'none', 'stroke="#a8793a" stroke-width="7"'),
    ...['88 188 250 118 8', '88 326 250 118 8', '358 188 154 70 8', '358 278 154 166 8'].map((at) =>
      box(at, '#94693a'),
    ),
    ...['88 188 250 14 6', '88 326 250 14 6', '358 188 154 14 6', '358 278 154 14 6'].map((at) => box(at, '#6f4c26')),
    box('108 226 190 15 7', '#2f6fb5'),
    path('M298 226l24 7-24 8z', '#2b2b2b'),
    box('108 262 190 15 7', '#e0533f'),
    disc('150 386 34', 'none', 'stroke="#c9ced3" stroke-width="10"'),
    times(4, (i) => box(`${206 + i * 28} 362 16 56 8`, 'none', 'stroke="#d5dade" stroke-width="5"')),
    box('386 210 92 36 4', '#f6e17a'),
    placed('rotate(-10 436 366)', box('384 316 104 104 6', '#8fd0b4'), box('384 316 104 26 6', '#6fb598')),
  ],
  'charging-pad': (b) => [
    line('M300 440q-10 60 90 66t150-40', '#2b2e34', 13),
    oval('300 352 226 112', '#16181c'),
    oval('300 332 226 112', b.ball('#3a3e46')),
    oval('300 330 176 84', 'none', 'stroke="#565c66" stroke-width="6"'),
    path('M316 270l-62 72h38l-12 56 66-78h-42z', '#5fd0ff'),
    disc('300 428 6', '#5fd0ff'),
  ],
  'jewellery-box': (b) => [
    path('M120 96h360l-16 190H136z', b.lit('#7d2f52')),
    path('M146 116h308l-12 150H158z', b.metal('#d3e3ea')),
    path('M112 290h376v174q0 16-16 16H128q-16 0-16-16z', b.lit('#94395f')),
    path('M130 290h340v46H130z', '#f0d9df'),
    line('M160 306q50 50 110 0M330 300q20 40 40 0M410 304q20 30 40 4', '#d9ac4a', 7),
    ...['215 334', '350 322', '430 322'].map((at, i) => disc(`${at} 12`, ['#f8f4ee', '#3fa7c4', '#e0476a'][i] ?? '')),
    box('270 376 60 56 8', b.metal('#d9ac4a')),
    disc('300 400 9', '#5c2038'),
    line('M112 350h376', '#6b2546', 6),
  ],
  'bento-box': (b) => [
    box('74 132 452 336 54', b.lit('#3f7a6a')),
    box('96 152 408 296 38', '#2b5a4d'),
    box('108 164 232 136 26', '#f8f6ef'),
    times(24, (i) => oval(`${134 + (i % 8) * 26} ${186 + Math.floor(i / 8) * 36} 9 5`, '#e2dccb')),
    disc('224 232 27', '#c9304f'),
    box('356 164 136 136 26', '#f2c14e'),
    ...['396 206 27', '450 214 24', '420 262 29'].map((at) => disc(at, b.ball('#e0483a'))),
    box('108 316 136 120 26', '#79a94f'),
    ...['146 354', '196 346', '168 396', '212 396'].map((at) => disc(`${at} 25`, b.ball('#4f8a3a'))),
    box('260 316 232 120 26', '#f0a578'),
    times(4, (i) =>
      placed(
        `rotate(16 ${300 + i * 50} 376)`,
        box(`${282 + i * 50} 334 34 86 15`, b.tube('#e87f55')),
        line(`M${299 + i * 50} 342v70`, '#f9d3bd', 5),
      ),
    ),
  ],
  'smart-plugs': (b) => [
    placed('translate(196 280)', plug(b.lit('#c9d2da'))),
    placed('translate(412 366)', plug(b.lit('#b7c2cc'))),
    line('M430 196q30-34 62 0M412 172q48-52 98 0', '#3f9be0', 11),
    disc('461 216 11', '#3f9be0'),
  ],
  'puzzle-box': (b) => [
    path('M300 100l190 96v196l-190 96-190-96V196z', '#5b3a1f'),
    path('M300 108l180 90-180 92-180-92z', b.wood('#d9a566')),
    path('M116 206l178 92v180l-178-92z', b.wood('#b07b3f', 26)),
    path('M484 206l-178 92v180l178-92z', b.wood('#8d5f2e', -26)),
    path('M300 150l60 30-60 30-60-30zM206 198l46 24-46 24-46-24zM394 198l46 24-46 24-46-24z', '#6b3f1c'),
    path('M160 282l90 46v28l-90-46zM160 340l40 20v56l-40-20zM440 270l-90 46v70l90-46z', '#e8c48a'),
  ],
  'steel-watch': (b) => [
    strap(b.metal('#aab1b8'), 110),
    ...[70, 110, 150, 390, 430, 470].map((y) => line(`M250 ${y}h100`, '#767d85', 5)),
    disc('300 300 138', b.metal('#c3c9cf')),
    box('432 286 28 30 6', b.metal('#c3c9cf')),
    disc('300 300 112', b.ball('#16345c')),
    marks('300 300', 100, '#eef2f6'),
    line('M300 300l-44-40M300 300l20-78', '#eef2f6', 9),
    line('M300 324V206', '#e0563f', 4),
    disc('300 300 9', '#eef2f6'),
  ],
  'leather-watch': (b) => [
    strap(b.tube('#96603a'), 96),
    line('M262 76v136M338 76v136M262 390v136M338 390v136', '#d9ad82', 4, 'stroke-dasharray="9 8"'),
    disc('300 300 122', b.metal('#d8b26a')),
    disc('300 300 110', b.ball('#fdfbf5')),
    marks('300 300', 98, '#3a3a3a', 10),
    line('M300 300l36-56M300 300v78', '#26282c', 6),
    disc('300 300 8', '#26282c'),
    box('418 290 18 20 5', '#d8b26a'),
  ],
  'learning-watch': (b) => [
    strap(b.tube('#5ab4f2'), 120),
    ...[110, 170, 430, 480].map((y) => disc(`300 ${y} 15`, '#fff3a6')),
    disc('300 300 142', b.ball('#ff7a59')),
    disc('300 300 118', '#ffffff'),
    path('M300 300V188a112 112 0 0 1 112 112z', '#ffe08a'),
    path('M300 300H188a112 112 0 0 1 112-112z', '#a9e3c1'),
    path('M300 300h112a112 112 0 0 1-112 112z', '#c9dbff'),
    times(12, (i) =>
      placed(`rotate(${i * 30} 300 300)`, disc('300 208 13', ['#ef476f', '#118ab2', '#06a77d'][i % 3] ?? '')),
    ),
    line('M300 300l-46-30', '#ef476f', 13),
    line('M300 300l24-66', '#118ab2', 10),
    disc('300 300 12', '#333a44'),
  ],
  'fitness-band': (b) => [
    placed(
      'rotate(24 300 300)',
      box('238 20 124 560 60', b.tube('#30343c')),
      ...[68, 100, 132, 470, 502].map((y) => oval(`300 ${y} 10 7`, '#14161a')),
      box('228 168 144 270 44', b.metal('#3d424b')),
      box('240 180 120 246 34', '#0c0d10'),
      line('M262 250h18l12-32 18 60 14-28h20', '#ff5470', 7),
      disc('300 346 38', 'none', 'stroke="#39d98a" stroke-width="11" stroke-dasharray="170 80"'),
      box('268 398 64 10 5', '#5b9dff'),
    ),
  ],
  'watch-strap': (b) => [
    placed(
      'rotate(-12 210 300)',
      path('M150 90q60-26 120 0v340q-60 90-120 0z', b.tube('#e5533d')),
      ...[330, 362, 394].map((y) => oval(`210 ${y} 13 8`, '#8f2a1c')),
      box('142 82 136 22 8', b.metal('#b9bec4')),
    ),
    placed(
      'rotate(12 400 300)',
      path('M344 150q56-20 112 0v240h-112z', b.tube('#e5533d')),
      box('336 380 128 72 14', 'none', 'stroke="#9aa1a8" stroke-width="15"'),
      line('M400 384v74', '#9aa1a8', 11),
      box('336 320 128 26 8', '#b93c29'),
      box('336 140 128 22 8', b.metal('#b9bec4')),
    ),
  ],
  'wooden-watch': (b) => [
    strap(b.wood('#8a5a33', 90), 104),
    ...[80, 122, 164, 206, 394, 436, 478, 520].map((y) => line(`M248 ${y}h104`, '#4f2f17', 6)),
    path('M222 190h156l44 60v100l-44 60H222l-44-60V250z', b.wood('#6b4020')),
    disc('300 300 106', b.wood('#d9a871', 20)),
    marks('300 300', 94, '#4f2f17', 16),
    line('M300 300l-52 24M300 300v-72', '#4f2f17', 9),
    disc('300 300 11', '#4f2f17'),
  ],
  'desk-clock': (b) => [
    path('M170 450l-26 30M430 450l26 30', 'none', 'stroke="#2c3e34" stroke-width="22" stroke-linecap="round"'),
    path('M196 156a62 62 0 0 1 88-46zM404 156a62 62 0 0 0-88-46z', b.metal('#c9a24f')),
    line('M300 112V86', '#c9a24f', 11),
    disc('300 304 178', b.lit('#3a6b52')),
    disc('300 304 148', '#fbf7ea'),
    marks('300 304', 132, '#2c3e34', 18),
    line('M300 304l64 34M300 304l-30-98', '#2c3e34', 11),
    line('M300 304l-64 66', '#d9603f', 5),
    disc('300 304 13', '#d9603f'),
  ],
} satisfies Record<string, Motif>;
