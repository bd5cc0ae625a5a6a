import { box, disc, faint, line, type Motif, oval, path, placed, times, toned } from './brush.ts';

const plump =
  'M138 176q162-34 324 0 12 6 14 18-26 126 0 252-2 12-14 18-162 30-324 0-12-6-14-18 26-126 0-252 2-12 14-18z';
/** A leaf that points up from x, y. */
const leaf = (at: string, turn: number, colour: string, length = 120): string =>
  placed(
    `translate(${at}) rotate(${turn})`,
    path(`M0 0q-${length * 0.4}-${length * 0.5} 0-${length}q${length * 0.4} ${length * 0.5} 0 ${length}z`, colour),
    line(`M0 0v-${length * 0.8}`, toned(colour, -0.25), 3),
  );
const pot = (fill: string, rim: string): string =>
  [path('M186 350h228l-30 116q-4 14-18 14H234q-14 0-18-14z', fill), box('172 322 256 44 8', rim)].join('');

export const home = {
  'linen-cushion': (b) => [
    path(plump, b.lit('#d9cbb2')),
    path(plump, b.lines('none', '#bba987', 9, 2), faint(0.5)),
    path(plump, b.lines('none', '#bba987', 9, 92), faint(0.4)),
    times(21, (i) => line(`M${146 + i * 15.4} 470q3 14-2 26M${146 + i * 15.4} 170q-3-14 2-26`, '#c9b893', 5)),
    line('M170 206q-14 110 2 214', '#efe6d3', 12, faint(0.7)),
  ],
  'velvet-cushion': (b) => [
    path(plump, b.ball('#1f5a55')),
    path(plump, b.lines('none', '#123f3b', 58, 45), faint(0.75)),
    path(plump, b.lines('none', '#3d8a81', 58, -45), faint(0.55)),
    path('M170 206q-14 110 2 214', 'none', 'stroke="#79b8b0" stroke-width="20" opacity=".5" stroke-linecap="round"'),
    path(plump, 'none', 'stroke="#c79d4f" stroke-width="9"'),
    ...['138 178', '462 178', '138 462', '462 462'].flatMap((at) => [
      disc(`${at} 15`, b.ball('#c79d4f')),
      placed(
        `translate(${at})`,
        times(3, (i) => line(`M${i * 7 - 7} 8l${i * 8 - 8} 34`, '#c79d4f', 5)),
      ),
    ]),
  ],
  'neck-pillow': (b) => [
    path(
      'M164 470q-84-40-70-170 14-172 206-176 192 4 206 176 14 130-70 170-64 24-70-46-6-60 0-118-8-56-66-58-58 2-66 58 6 58 0 118-6 70-70 46z',
      b.ball('#5d6b82'),
    ),
    path(
      'M128 320q0-140 172-150 172 10 172 150',
      'none',
      'stroke="#8794aa" stroke-width="13" stroke-linecap="round" opacity=".7"',
    ),
    line('M214 452q86 44 172 0', '#2f3947', 11),
    box('286 452 28 36 6', '#e6743d'),
  ],
  'lumbar-pillow': (b) => [
    line('M110 300q190 74 380 0', '#1d1f23', 24),
    path('M168 150q132-34 264 0 70 20 62 160-2 130-66 156-128 24-256 0-64-26-66-156-8-140 62-160z', b.tube('#6d8a94')),
    path('M214 176q86-20 172 0 24 140 0 272-86 16-172 0-24-132 0-272z', b.spots('#557079', '#86a3ad', 15, 20)),
    box('262 410 76 30 6', '#d5d8dd'),
  ],
  'floor-cushion': (b) => [
    path('M66 330l234-96 234 96v58q0 12-14 18L314 482q-14 4-28 0L80 406q-14-6-14-18z', b.lit('#9a4424')),
    path('M300 426l234-96v58q0 12-14 18L314 482q-8 2-14 2z', '#7d3518'),
    path('M84 322q-12 10 4 18l196 84q16 6 32 0l196-84q16-8 4-18l-196-84q-20-8-40 0z', b.lit('#cf6d42')),
    path('M84 322q-12 10 4 18l196 84q16 6 32 0l196-84q16-8 4-18', 'none', 'stroke="#f0a37e" stroke-width="6"'),
    ...['300 284', '208 330', '300 330', '392 330', '300 376'].flatMap((at) => [
      disc(`${at} 20`, '#a84f2a', faint(0.4)),
      disc(`${at} 9`, '#7d3518'),
    ]),
    line('M130 400q30-26 62 26', '#5c2410', 13),
  ],
  'meditation-cushion': (b) => [
    path('M96 360q-10-60 60-72 144-20 288 0 70 12 60 72l-10 62q-10 58-90 58H196q-80 0-90-58z', b.tube('#5a3f86')),
    times(17, (i) => line(`M${118 + i * 22.8} 306q${(i - 8) * 2.4} 84 ${(8 - i) * 1.2} 160`, '#412b66', 5)),
    oval('300 302 190 46', b.ball('#7656a8')),
    oval('300 302 190 46', 'none', 'stroke="#412b66" stroke-width="5"'),
    disc('300 300 40', '#e0b45a'),
    disc('300 300 28', '#7656a8'),
  ],
  'silk-pillowcase': (b) => [
    path(
      'M70 232q12-30 60-28 170-24 340 0 48-2 60 28-16 90 0 180-12 30-60 28-170 24-340 0-48 2-60-28 16-90 0-180z',
      b.metal('#e9c6cf'),
    ),
    path('M434 206q28-6 36-2 48-2 60 28-16 90 0 180-12 30-60 28l-36 2q18-120 0-236z', '#d49fae', faint(0.75)),
    path(
      'M110 250q120 40 90 160M180 222q110 70 180 60M140 404q120-50 240-20',
      'none',
      'stroke="#fbeff2" stroke-width="12" stroke-linecap="round" opacity=".8"',
    ),
  ],
  'pet-bed': (b) => [
    oval('300 372 248 108', b.ball('#8f7a68')),
    oval('300 350 180 66', '#5f4e41'),
    oval('300 362 176 58', b.ball('#efe3d2')),
    path('M60 380q10 100 240 100t240-100q-30 34-110 44l-14-40q-116 40-232 0l-14 40q-80-10-110-44z', b.roll('#a58d78')),
    placed(
      'translate(300 366)',
      oval('0 10 26 20', '#b39a83'),
      ...['-36 -12', '-13 -30', '13 -30', '36 -12'].map((at) => oval(`${at} 10 13`, '#b39a83')),
    ),
    box('266 432 68 30 8', '#d8664a'),
  ],
  'oil-burner': (b) => [
    path('M180 210q120 46 240 0l-22 60q-98 34-196 0z', b.tube('#f2efe9')),
    oval('300 210 120 26', '#d9d3c8'),
    oval('300 212 96 17', b.ball('#e8c46a')),
    path('M204 268q96 34 192 0l30 196q4 16-14 16H188q-18 0-14-16z', b.tube('#f7f4ef')),
    path('M236 480v-92q0-64 64-64t64 64v92z', '#5b4636'),
    oval('300 440 90 70', b.glow('#ffce6b')),
    box('268 440 64 34 8', b.metal('#c9ced4')),
    path('M300 372q30 40 0 66-30-26 0-66z', b.ball('#ffb02e')),
    ...['222 330 9', '222 376 9', '378 330 9', '378 376 9'].map((at) => disc(at, '#cfc7ba')),
  ],
  'table-runner': (b) => [
    box('40 300 520 46 8', b.wood('#b98252')),
    ...['76 346 26 134', '498 346 26 134'].map((at) => box(at, b.tube('#9a693f'))),
    path('M214 300h172v150q-86 22-172 0z', b.lines('#d8c9ae', '#cbb996', 9)),
    path('M214 300h172l-34-38H248z', b.lines('#e6dac4', '#d8c9ae', 9, 90)),
    line('M226 300v148M374 300v148', '#b9a47e', 4),
    times(17, (i) => line(`M${220 + i * 10} ${455 + (i % 2)}v20`, '#c4b18b', 4)),
    placed(
      'translate(300 236)',
      box('-26 -22 52 46 12', b.tube('#7f9a8c')),
      ...[-20, 0, 20].map((turn) => leaf('0 -18', turn, '#5d8f4a', 90)),
    ),
  ],
  'plant-pot': (b) => [
    ...[-54, -24, 6, 34, 62].map((turn, i) => leaf('300 330', turn, i % 2 ? '#3f7d46' : '#57994f', 190 + (i % 3) * 34)),
    pot(b.tube('#c4683f'), b.tube('#d47a4e')),
    oval('300 484 140 13', '#a8532e'),
  ],
  'self-watering-planter': (b) => [
    ...[-22, -11, 0, 10, 21].map((turn, i) =>
      placed(
        `rotate(${turn} 300 330)`,
        path(
          `M280 330q-14-140 20-${230 + (i % 2) * 40} 34 90 20 ${230 + (i % 2) * 40}z`,
          b.tube(i % 2 ? '#5d8f4a' : '#7fae58'),
        ),
      ),
    ),
    box('168 300 264 120 26', b.tube('#eceff1')),
    path('M178 420h244l-10 40q-4 20-26 20H214q-22 0-26-20z', b.glass('#4aa8d8', 1.1)),
    box('392 262 16 60 6', '#d94f4f'),
    line('M188 440q112 18 224 0', '#cfeaf7', 5),
  ],
  'hanging-planter': (b) => [
    line('M300 40L196 300M300 40l104 260M300 40v250', '#d6c39c', 9),
    disc('300 52 17', 'none', 'stroke="#b58b4c" stroke-width="9"'),
    ...[-70, -40, -10, 20, 50, 76].map((turn, i) => leaf('300 306', turn, i % 2 ? '#6aa84f' : '#4b8b3b', 96)),
    line('M206 320q-50 40-40 150M388 320q60 50 40 140M240 330q-24 70-10 130', '#4b8b3b', 6),
    ...['166 400 40', '168 446 -30', '430 396 -30', '428 442 34', '232 430 20'].map((at) => {
      const [x = '', y = '', turn = ''] = at.split(' ');
      return leaf(`${x} ${y}`, Number(turn) + 180, '#6aa84f', 48);
    }),
    path('M188 296h224q0 136-112 136T188 296z', b.tube('#e2a03f')),
    path('M196 340h208M214 380h172', 'none', 'stroke="#f6d9a3" stroke-width="9"'),
    line('M300 432v50M286 484l14-50 14 50', '#d6c39c', 7),
  ],
  'utensil-holder': (b) => [
    placed(
      'rotate(-14 260 300)',
      box('244 120 20 240 8', b.wood('#c08d55', 90)),
      oval('254 104 38 58', b.ball('#c99a63')),
    ),
    placed(
      'rotate(12 340 300)',
      box('332 100 18 260 8', '#3b3f45'),
      path('M306 60h70v92q-35 20-70 0z', '#3b3f45'),
      times(3, (i) => box(`${317 + i * 18} 76 8 62 4`, toned('#3b3f45', 0.7))),
    ),
    placed(
      'rotate(2 300 300)',
      box('292 90 16 260 8', b.metal('#aeb4ba')),
      times(4, (i) => oval(`300 110 ${10 + i * 11} 62`, 'none', 'stroke="#9aa1a8" stroke-width="5"')),
    ),
    path('M196 262h208l-8 196q0 22-22 22H226q-22 0-22-22z', b.tube('#f0ece3')),
    path('M196 262h208l-3 74H199z', b.tube('#8fa9b8')),
    oval('300 262 104 15', '#cfc8ba'),
  ],
  'herb-kit': (b) => [
    ...[170, 300, 430].flatMap((x, pot_) => [
      ...[-46, -22, 0, 24, 48].map((turn) =>
        leaf(`${x} 346`, turn, ['#4f8f3f', '#7fb24a', '#3d7a55'][pot_] ?? '', pot_ === 1 ? 150 : 110),
      ),
      path(`M${x - 52} 336h104l-10 80h-84z`, b.tube('#c77b4e')),
    ]),
    box('86 386 428 94 8', b.wood('#b8864f')),
    box('86 386 428 94 8', 'none', 'stroke="#8a5f33" stroke-width="5"'),
    ...[170, 300, 430].map((x) => box(`${x - 40} 412 80 42 4`, '#2c332f')),
    ...[170, 300, 430].map((x) => line(`M${x - 24} 433h48`, '#f2efe6', 6)),
  ],
  'succulent-trio': (b) => [
    times(9, (i) => placed(`rotate(${i * 40} 152 330)`, path('M152 330q-30-40 0-76 30 36 0 76z', b.lit('#7fb7a3')))),
    disc('152 330 20', '#b9dccd'),
    oval('300 290 46 86', b.tube('#4f8a4a')),
    times(3, (i) => line(`M${278 + i * 22} 226v130`, '#dfe9c8', 4, 'stroke-dasharray="3 13"')),
    disc('300 208 19', '#ef6f9a'),
    ...[-40, -20, 0, 20, 40].map((turn) =>
      placed(`rotate(${turn} 448 370)`, path('M432 370l16-130 16 130z', b.lit('#5c8a3a'))),
    ),
    ...[
      ['152', '#f2f2ef'],
      ['300', '#e8b04a'],
      ['448', '#5b6470'],
    ].map(([x, colour = '']) =>
      placed(`translate(${x} 0)`, path('M-62 366h124l-12 98q-2 16-18 16h-64q-16 0-18-16z', b.tube(colour))),
    ),
  ],
  bonsai: (b) => [
    line('M290 420q-40-70 20-120t-20-130', '#6b4527', 34),
    line('M306 310q70-10 100-60M290 350q-60-10-90-50', '#6b4527', 17),
    ...['290 150 104 56', '420 226 84 42', '186 276 82 40', '330 186 70 40'].map((at, i) =>
      oval(at, b.ball(i % 2 ? '#3c7a3d' : '#4f9148')),
    ),
    ...['250 136 40 20', '400 214 34 16', '170 264 30 14'].map((at) => oval(at, '#7fb863', faint(0.8))),
    oval('300 414 150 22', '#5b7d3b'),
    path('M112 412h376l-26 52q-6 16-24 16H162q-18 0-24-16z', b.tube('#2f5d8c')),
    path('M104 404h392v22H104z', b.tube('#3f74a8')),
  ],
  'serving-board': (b) => [
    path(
      'M196 210q0-50 74-58V96q0-34 30-34t30 34v56q74 8 74 58v230q0 40-40 40H236q-40 0-40-40z',
      b.wood('#7a4a2b', 88),
    ),
    path(
      'M196 210q0-50 74-58V96q0-34 30-34t30 34v56q74 8 74 58v230q0 40-40 40H236q-40 0-40-40z',
      'none',
      'stroke="#5a331b" stroke-width="5"',
    ),
    disc('300 98 13', '#f0e9dd'),
    oval('262 400 42 24', b.ball('#d8a455')),
    path('M300 300l80 50-74 24z', '#f3d36b'),
    ...['226 300 15', '252 286 15', '240 318 15'].map((at) => disc(at, b.ball('#6a2b52'))),
  ],
} satisfies Record<string, Motif>;
