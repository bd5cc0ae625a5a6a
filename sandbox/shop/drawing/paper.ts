import { box, disc, faint, line, type Motif, path, placed, times, toned } from './brush.ts';

const notebook = (cover: string, spine: string): string =>
  [box('-96 -140 192 280 10', cover), box('-96 -140 30 280 10', spine), box('-36 -76 104 44 4', '#f4efe2')].join('');
const pages = 'M176 120h252q12 0 12 12v340q0 8-8 8H176z';

export const paper = {
  'pocket-notebooks': (b) => [
    placed('translate(214 310) rotate(-16)', notebook(b.lit('#d9a441'), '#b8842a')),
    placed('translate(306 300) rotate(0)', notebook(b.lit('#b5483a'), '#8f3328')),
    placed('translate(398 316) rotate(16)', notebook(b.lit('#37588a'), '#274168')),
  ],
  'dot-journal': (b) => [
    path(pages, '#ece5d4', 'transform="translate(14 8)"'),
    box('150 112 282 364 14', b.lit('#1f4a3d')),
    box('150 112 36 364 14', '#17392f'),
    box('386 112 15 364 2', '#0f251f'),
    line('M300 476v60l-10-10-12 12v-62', '#d96a4a', 12),
    path('M262 250l22-44 22 44 48 8-34 34 8 48-44-24-44 24 8-48-34-34z', 'none', 'stroke="#c9a24f" stroke-width="5"'),
  ],
  'day-planner': (b) => [
    box('70 168 462 292 14', b.lit('#8a6fb0')),
    path('M84 182q110-20 216 6v266q-106-24-216-6z', '#fbf8f0'),
    path('M516 182q-110-20-216 6v266q106-24 216-6z', '#f4efe3'),
    times(5, (i) => line(`M104 ${244 + i * 38}q90-14 178 6M318 ${250 + i * 38}q90-20 178-6`, '#c9bfd8', 3)),
    times(4, (i) => line(`M${104 + i * 59} 232v196`, '#c9bfd8', 3)),
    box('104 196 120 20 4', '#8a6fb0'),
    ...['134 262', '192 300', '252 340', '134 376'].map((at) => disc(`${at} 11`, '#ee7f5c')),
    line('M340 280l12 12 22-26M340 318l12 12 22-26M340 356l12 12 22-26', '#4f9a6b', 7),
    times(6, (i) => box(`290 ${196 + i * 44} 20 10 5`, '#5a5f66')),
  ],
  'recipe-binder': (b) => [
    ...['#f0b63a', '#6aa84f', '#4f8fc4', '#c65a8a'].map((colour, i) => box(`406 ${140 + i * 76} 62 58 8`, colour)),
    box('142 96 286 384 14', b.lit('#d8402f')),
    box('142 96 44 384 14', '#a82d20'),
    ...[150, 280, 410].map((y) => disc(`164 ${y} 11`, b.metal('#c9cdd2'))),
    box('214 150 188 236 10', '#fdf6e6'),
    line('M262 184v56q0 20 16 20t16-20v-56M278 184v160M350 184q-26 40 0 90v70', '#5a3a2a', 9),
    box('244 410 128 16 8', '#fdf6e6', faint(0.8)),
  ],
  sketchbook: (b) => [
    box('132 132 300 330 8', b.lit('#2d2f33')),
    box('144 124 300 330 6', '#fbfaf5'),
    path('M210 300q-40-70 40-90 70-30 90 30 60 30 10 90-60 60-140-30z', '#4aa5c9', faint(0.55)),
    path('M300 350q60-60 110-10 30 60-50 70-90 10-60-60z', '#f0a13a', faint(0.6)),
    path('M196 370q40-50 90-10 20 60-50 66-60-6-40-56z', '#d94f7d', faint(0.55)),
    times(12, (i) => line(`M${160 + i * 24.6} 110v34`, '#8d949b', 8)),
    placed(
      'rotate(36 420 300)',
      box('410 90 20 240 10', b.tube('#7a3d22')),
      box('408 318 24 46 3', b.metal('#c5c9ce')),
      path('M408 364h24l-12 62z', '#2c5f9a'),
    ),
  ],
  'activity-book': (b) => [
    box('128 130 316 340 14', b.lit('#ffd23f')),
    disc('220 236 58', '#ee5a52'),
    path('M320 180h92v92h-92z', '#3f8fe0'),
    path('M284 314l66 112H218z', '#48b36a'),
    path('M166 420a30 30 0 0 1 60 0M400 330l12 24 26 4-18 18 4 28-24-14-24 14 4-28-18-18 26-4z', '#9a5bd0'),
    ...['#ee5a52', '#3f8fe0', '#48b36a'].map((colour, i) =>
      placed(
        `translate(${456 + i * 32} ${470 - i * 6}) rotate(${6 + i * 4})`,
        box('-13 -170 26 164 4', b.tube(colour)),
        path('M-13-170h26l-8-36h-10z', toned(colour, -0.15)),
        box('-13 -132 26 64 0', toned(colour, 0.45)),
      ),
    ),
  ],
  'photo-album': (b) => [
    path(pages, '#d8cfc0', 'transform="translate(24 4)"'),
    box('120 126 336 350 10', b.lit('#a58a78')),
    box('120 126 60 350 10', b.lit('#866b5a')),
    line('M150 150v302', '#6b5445', 4, 'stroke-dasharray="8 8"'),
    box('216 190 206 164 4', '#fffdf7'),
    box('230 204 178 136 0', '#8fc4e4'),
    path('M230 340v-46l52-50 44 44 30-26 52 50v28z', '#4f7d5a'),
    disc('372 236 17', '#ffe08a'),
    box('256 392 126 16 8', '#eadfcf'),
  ],
} satisfies Record<string, Motif>;
