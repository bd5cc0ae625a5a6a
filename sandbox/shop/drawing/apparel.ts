import { box, disc, faint, line, type Motif, oval, path, placed, times, toned } from './brush.ts';

const shortSleeves =
  'M222 116q78 56 156 0l96 46q14 8 10 22l-34 100q-4 10-16 6l-42-16v206q0 14-14 14H222q-14 0-14-14V274l-42 16q-12 4-16-6l-34-100q-4-14 10-22z';
const longSleeves =
  'M226 112q74 50 148 0l74 38q20 12 26 40l44 236q2 14-12 16l-44 8q-12 2-16-12l-38-186v222q0 14-14 14H206q-14 0-14-14V252l-38 186q-4 14-16 12l-44-8q-14-2-12-16l44-236q6-28 26-40z';
const neck = (colour: string) => line('M224 116q76 66 152 0', colour, 13);
const folds = (colour: string) =>
  line('M232 470q-8-90 4-150M366 470q10-70 0-120M300 460q-4-30 0-60', colour, 5, faint(0.6));

export const apparel = {
  'cotton-tee': (b) => [path(shortSleeves, b.lit('#9fb79a')), neck('#87a182'), folds('#869e81')],
  'boxy-tee': (b) => [
    path(
      'M214 130q86 44 172 0l122 58q12 6 8 20l-30 104q-4 12-16 8l-36-12v160q0 12-12 12H178q-12 0-12-12V308l-36 12q-12 4-16-8L84 208q-4-14 8-20z',
      b.lit('#2f3138'),
    ),
    line('M214 130q86 56 172 0', '#43464f', 18),
    box('322 246 70 82 8', b.lit('#3a3d46')),
    line('M322 262h70M170 452h260', '#50545f', 4, 'stroke-dasharray="7 6"'),
    folds('#22242a'),
  ],
  'base-layer': (b) => [
    path(longSleeves, b.lit('#33547c')),
    path('M236 84h128l12 40q-76 40-152 0z', b.tube('#284465')),
    line('M234 124q-30 60-40 140M366 124q30 60 40 140', '#e5b04b', 5),
    line('M214 400q86 26 172 0M206 270q94 34 188 0', '#284465', 5),
    box('270 440 60 16 4', '#e5b04b'),
  ],
  'breton-shirt': (b) => [
    path(longSleeves, b.lit('#e0d3b8')),
    path(longSleeves, b.lines('none', '#22386b', 36, 90)),
    path('M214 110h172l26 90H188z', b.lit('#e0d3b8')),
    line('M216 110q84 58 168 0', '#c2b28f', 15),
  ],
  'running-tee': (b) => [
    path(shortSleeves, b.lit('#c9e62f')),
    path(
      'M222 116l-96 46q-14 8-10 22l34 100q4 10 16 6l42-16q0-90 40-146zM378 116l96 46q14 8 10 22l-34 100q-4 10-16 6l-42-16q0-90-40-146z',
      b.lit('#2b2f3a'),
    ),
    path('M208 300q30 90 0 180zM392 300q-30 90 0 180z', '#2b2f3a'),
    line('M222 116q78 60 156 0', '#2b2f3a', 11),
    placed(
      'rotate(-18 300 300)',
      box('250 288 100 9 4', '#2b2f3a'),
      box('262 308 88 9 4', '#2b2f3a'),
      box('276 328 74 9 4', '#2b2f3a'),
    ),
  ],
  'camp-shirt': (b) => [
    path(shortSleeves, b.lit('#e9b9a1')),
    path('M224 116l76 76 76-76 26 14-58 84-44-22-44 22-58-84z', b.lit('#f3cdb9')),
    path('M244 118q56 34 112 0l-56 72z', '#b98469'),
    line('M300 196v280', '#c58f75', 4),
    times(5, (i) => disc(`310 ${226 + i * 54} 7`, '#8c5a42')),
    box('326 252 62 72 6', b.lit('#dfa98e')),
    path(shortSleeves, b.spots('none', '#d48a68', 74, 24), faint(0.6)),
  ],
  'fleece-half-zip': (b) => [
    path(longSleeves, b.lit('#b65a34')),
    path(longSleeves, b.spots('none', toned('#b65a34', 0.2), 16, 30), faint(0.5)),
    path('M192 252q108-56 216 0v-60l-20-70H212l-20 70z', b.lit('#3d4a45')),
    path('M228 76q72-22 144 0l8 62q-80 36-160 0z', b.tube('#3d4a45')),
    line('M300 84v190', '#e8e2d4', 8, 'stroke-dasharray="4 6"'),
    box('292 270 16 40 6', '#e8e2d4'),
    line('M194 470h212', '#3d4a45', 14),
  ],
  'sunrise-tee': (b) => [
    path(shortSleeves, b.lit('#e9d5ae')),
    neck('#c4ab7c'),
    path('M226 360a74 74 0 0 1 148 0z', '#f0672e'),
    times(7, (i) => placed(`rotate(${-72 + i * 24} 300 360)`, box('294 226 12 44 6', '#f6a83a'))),
    path('M206 360h188l-24 20H230zM230 388h140l-20 18H250zM252 414h96l-14 16h-68z', '#2d5f73'),
  ],
  'trail-cap': (b) => [
    path('M156 388q-6-196 150-200 142 2 150 200-150-34-300 0z', b.ball('#3f6f5c')),
    path('M238 384q-10-120 68-196 78 70 66 190-70-10-134 6z', b.ball('#e9e2cf')),
    path('M150 386q152-50 312 0 70 30 94 74-90-22-240-22-120 0-200 22-20-44 34-74z', b.lit('#2d5244')),
    path('M306 246l44 82h-88z', '#3f6f5c'),
    disc('306 190 12', '#2d5244'),
  ],
  'corduroy-cap': (b) => [
    path('M138 400q-10-216 162-218 172 2 162 218-80 36-162 36t-162-36z', b.ball('#b8863f')),
    path('M138 400q-10-216 162-218 172 2 162 218-80 36-162 36t-162-36z', b.lines('none', '#8c6229', 17), faint(0.8)),
    line('M300 184v190M226 200q-34 80-30 190M374 200q34 80 30 190', '#7d5522', 5),
    path('M144 392q156-60 312 0 20 62-10 76-146-60-292 0-30-14-10-76z', b.lit('#7d5522')),
    disc('300 184 13', '#7d5522'),
    box('258 288 84 46 6', '#f1e4c8'),
    line('M272 311h56', '#7d5522', 8),
  ],
  'bucket-hat': (b) => [
    path('M206 196q94-40 188 0l36 160H170z', b.lit('#d7c25a')),
    oval('300 196 94 22', '#e6d47a'),
    path('M172 344q128 40 256 0 84 54 100 116-30 24-228 24T72 460q16-62 100-116z', b.lit('#c9b24a')),
    times(4, (i) =>
      path(
        `M${160 - i * 20} ${364 + i * 24}q${140 + i * 20} ${44 - i * 4} ${280 + i * 40} 0`,
        'none',
        'stroke="#9d8930" stroke-width="4" stroke-dasharray="9 6"',
      ),
    ),
    disc('230 280 8', '#7d6c22'),
    disc('256 286 8', '#7d6c22'),
  ],
  beanie: (b) => [
    disc('300 132 58', b.spots('#c8c4d8', '#9b94b8', 18, 14)),
    path('M138 420q-10-250 162-252 172 2 162 252z', b.ball('#6b5b95')),
    path('M138 420q-10-250 162-252 172 2 162 252z', b.lines('none', '#54457a', 32), faint(0.75)),
    box('124 382 352 98 30', b.tube('#7d6dab')),
    box('124 382 352 98 30', b.lines('none', '#5c4d85', 24), faint(0.8)),
    box('262 412 76 40 4', '#d9b48c'),
  ],
  'sun-hat': (b) => [
    oval('300 420 258 62', b.lit('#e6cf9f')),
    oval('300 420 258 62', b.lines('none', '#c3a56a', 22, 78), faint(0.6)),
    path('M182 404q0-196 118-196t118 196q-118 50-236 0z', b.ball('#ecd8ad')),
    path('M182 404q0-196 118-196t118 196q-118 50-236 0z', b.lines('none', '#c9ad74', 20, 90), faint(0.6)),
    path('M180 356q120 46 240 0v48q-120 46-240 0z', b.tube('#1f2d4d')),
    path('M402 372l56 24-14 22 20 30-62-28z', '#1f2d4d'),
  ],
  'kids-cap': (b) => [
    path('M150 352q-70 20-66 126 70-30 128-26z', b.lit('#4aa3dd')),
    path('M146 374q-4-190 154-192 150 2 152 192-150-30-306 0z', b.ball('#5bb8f0')),
    path('M252 366q150-30 204 2 96 20 104 70-110 4-236-20-70-14-72-52z', b.lit('#f26d6d')),
    disc('300 184 15', '#f26d6d'),
    disc('236 286 42', '#ffffff'),
    disc('346 282 42', '#ffffff'),
    disc('246 292 20', '#1d2733'),
    disc('352 290 20', '#1d2733'),
    path('M256 346q40 30 80-6', 'none', 'stroke="#1d2733" stroke-width="8" stroke-linecap="round"'),
  ],
  visor: (b) => [
    path('M132 330q10-92 168-94t168 94q-28-44-168-44t-168 44z', toned('#e8457a', -0.3)),
    path('M112 330q188-74 376 0l8 62q-196-70-392 0z', b.tube('#f25c8f')),
    line('M112 344q188-74 376 0', '#ffffff', 5, faint(0.7)),
    path('M108 384q192-66 384 0 46 36 50 74-110-24-242-24T58 458q4-38 50-74z', b.lit('#d63b6f')),
    path('M90 436q210-46 420 0', 'none', 'stroke="#ffc2d6" stroke-width="6"'),
  ],
  'baker-cap': (b) => [
    path('M94 344q-10-130 206-136t206 136q8 62-90 72-120 20-232 0-98-10-90-72z', b.ball('#6f6b66')),
    path(
      'M94 344q-10-130 206-136t206 136q8 62-90 72-120 20-232 0-98-10-90-72z',
      b.bands('none', '#4f4b48', 11, 45),
      faint(0.45),
    ),
    path(
      'M94 344q-10-130 206-136t206 136q8 62-90 72-120 20-232 0-98-10-90-72z',
      b.bands('none', '#8f8a82', 11, -45),
      faint(0.35),
    ),
    line('M300 210q-90 70-104 206M300 210q90 70 104 206M300 210v208', '#3d3a37', 4),
    disc('300 210 15', '#3d3a37'),
    path('M166 410q134 30 268 0 38 30 30 48-30 24-164 24t-164-24q-8-18 30-48z', b.lit('#4a4642')),
  ],
} satisfies Record<string, Motif>;
