import { box, disc, faint, line, type Motif, oval, path, placed, times, toned } from './brush.ts';

/** A cup on its saucer around x = 0, standing on y = 0. */
const saucered = (cup: string, inside: string, rim: string): string =>
  [
    oval('0 -6 92 15', rim),
    oval('0 -11 70 9', toned('#808080', 0.6), faint(0.35)),
    line('M52-88q44-6 38 28t-52 28', rim, 11),
    path('M-62-104h124v34q0 58-44 58h-36q-44 0-44-58z', cup),
    oval('0 -104 62 13', rim),
    oval('0 -102 52 9', inside),
  ].join('');

const dropper = (glass: string, x: number): string =>
  placed(
    `translate(${x} 0)`,
    path('M-20 150q-10-40 20-44t20 44z', '#26262a'),
    box('-24 188 48 46 6', '#2d2d33'),
    box('-14 146 28 46 6', '#3a3a40'),
    path('M-26 232h52q34 12 34 52v178q0 20-20 20h-80q-20 0-20-20v-178q0-40 34-52z', glass),
    box('-60 320 120 106 2', '#f3ead8'),
    box('-40 340 80 8 4', '#6d5638'),
    box('-28 360 56 5 2', '#b59b73'),
    box('-28 374 56 5 2', '#b59b73'),
    box('-48 286 10 170 5', '#ffffff', faint(0.35)),
  );

export const drinkware = {
  'stoneware-mug': (b) => [
    line('M398 256q86-8 86 60t-96 90', b.lit('#b98d62'), 34),
    path('M180 190h230v222q0 66-66 66h-98q-66 0-66-66z', b.tube('#dcb98f')),
    path('M180 352q60 28 116 6t114 6v48q0 66-66 66h-98q-66 0-66-66z', b.tube('#7b4a2d')),
    oval('295 190 115 24', '#b98f66'),
    oval('295 194 99 17', '#5f3a26'),
  ],
  'enamel-camp-mug': (b) => [
    line('M400 232h60q26 0 26 30v70q0 40-40 44l-44 4', '#1d3557', 24),
    line('M400 232h60q26 0 26 30v70q0 40-40 44l-44 4', '#35679c', 13),
    path('M176 176h244l-16 302H192z', b.tube('#2f6aa3')),
    path('M182 190h232l-14 280H196z', b.spots('none', '#dbe8f4', 46, 12), faint(0.85)),
    oval('298 176 124 24', '#16283f'),
    oval('298 178 112 18', '#f4f1e8'),
  ],
  'double-wall-glass': (b) => [
    path('M182 170h236q26 120-22 200t-26 108H230q22-28-26-108t-22-200z', b.glass('#b9ccd6', 0.75)),
    path('M214 240h172q8 80-30 128t-56 50q-18 0-56-50t-30-128z', b.tube('#5a3018')),
    path('M211 196h178v60H214z', b.tube('#e9cfa6')),
    oval('300 196 90 17', '#f7e7cb'),
    oval('300 170 118 24', 'none', 'stroke="#8fa6b3" stroke-width="6"'),
    path('M206 200q-6 110 30 170', 'none', 'stroke="#ffffff" stroke-width="10" opacity=".8"'),
  ],
  'espresso-cups': (b) => [
    placed('translate(206 390) scale(1.35)', saucered(b.tube('#25272c'), '#5a3219', '#3a3d44')),
    placed('translate(386 476) scale(1.5)', saucered(b.tube('#efece6'), '#4f2b16', '#d9d4cb')),
  ],
  'latte-mug': (b) => [
    line('M436 276q70-6 62 52t-86 66', b.lit('#e8e0d2'), 30),
    path('M146 240h308q6 236-110 238h-88q-116-2-110-238z', b.tube('#efe8dc')),
    path('M150 280h300q-8 196-106 198h-88q-98-2-106-198z', b.spots('none', '#77705f', 34, 20), faint(0.75)),
    oval('300 240 154 46', '#d8cfbf'),
    oval('300 244 136 37', '#a9703f'),
    path('M300 272q-70-24-42-44 24-10 42 10 18-20 42-10 28 20-42 44z', '#f8ecd9'),
  ],
  'temperature-mug': (b) => [
    path('M196 200h200l-14 278H210z', b.tube('#2b2d31')),
    line('M398 262q60-4 56 56t-62 70', '#2b2d31', 24),
    path('M186 168q0-22 24-22h172q24 0 24 22v36H186z', b.tube('#c4713c')),
    box('268 126 60 26 10', '#8f4e27'),
    box('244 300 104 58 12', '#111214'),
    placed('translate(262 314)', line('M4 0h18v14H4v16h18M36 0v14h18V0v30M68 4a5 5 0 1 0 .1 0', '#ff9d45', 5)),
    disc('296 440 6', '#7fe0a0'),
  ],
  'tea-set': (b) => [
    line('M342 236q96-30 92 42t-92 76', '#3f68a8', 20),
    path('M170 330q-60-6-84-100l34-8q12 54 64 62z', b.lit('#f4f5f7')),
    path('M252 190q112 0 112 116 0 96-112 96t-112-96q0-116 112-116z', b.ball('#f4f5f7')),
    path('M196 200q56-34 112 0l-8 14h-96z', b.lit('#3f68a8')),
    disc('252 172 15', '#3f68a8'),
    times(5, (i) => placed(`rotate(${i * 72} 252 306)`, oval('252 276 13 24', '#3f68a8', faint(0.85)))),
    disc('252 306 12', '#e8b64c'),
    placed('translate(420 478) scale(1.12)', saucered(b.tube('#f4f5f7'), '#b5762d', '#3f68a8')),
  ],
  'travel-tumbler': (b) => [
    line('M318 190L356 62', '#e9eef0', 15),
    line('M318 190L356 62', '#79c5c1', 8),
    path('M206 168h192l-30 310q-2 8-12 8H248q-10 0-12-8z', b.tube('#1f8a86')),
    path('M225 388h154l-9 88q-2 10-14 10H248q-10 0-12-10z', b.metal('#aeb6ba')),
    box('196 150 212 34 14', b.glass('#d5e6e8', 0.95)),
    box('220 136 164 24 12', b.tube('#dfeaeb')),
    box('262 270 80 10 5', '#ffffff', faint(0.7)),
  ],
  'insulated-bottle': (b) => [
    line('M262 118q-4-56 38-56t38 56', '#2a2f36', 16),
    box('244 112 112 54 12', b.tube('#2a2f36')),
    path('M240 166h120q40 18 40 76v214q0 28-30 28H230q-30 0-30-28V242q0-58 40-76z', b.tube('#e0724a')),
    box('200 424 200 14 0', b.metal('#c9cdd2')),
    path('M288 300l12-34 12 34 34 12-34 12-12 34-12-34-34-12z', '#fff3e6', faint(0.92)),
  ],
  'sleeved-bottle': (b) => [
    box('262 74 76 54 10', b.wood('#c99a63')),
    box('270 126 60 40 4', b.glass('#bfd9de', 0.9)),
    path('M270 160h60q64 26 64 92v204q0 28-28 28H234q-28 0-28-28V252q0-66 64-92z', b.glass('#bfd9de', 0.85)),
    path('M206 268h188v188q0 28-28 28H234q-28 0-28-28z', b.tube('#7d9b6a')),
    times(7, (i) => line(`M206 ${292 + i * 27}h188`, toned('#7d9b6a', -0.2), 3)),
    box('222 214 12 46 6', '#ffffff', faint(0.8)),
  ],
  'infuser-bottle': (b) => [
    line('M318 92q70-14 66 48', '#8cc63f', 14),
    box('250 84 100 60 14', b.tube('#8cc63f')),
    path('M244 144h112q36 16 36 66v246q0 28-28 28H236q-28 0-28-28V210q0-50 36-66z', b.glass('#9fd6e8', 0.8)),
    path('M212 250h176v206q0 24-24 24H236q-24 0-24-24z', '#c9ecf3', faint(0.7)),
    box('272 170 56 300 20', b.glass('#ffffff', 0.8)),
    ...[
      ['300 226 34', '#f6c945'],
      ['262 300 38', '#f08a3c'],
      ['340 342 38', '#f6c945'],
      ['282 412 38', '#8fc24a'],
    ].flatMap(([at = '', colour = '']) => [
      disc(at, colour),
      disc(at.replace(/\d+$/, '26'), '#fdf3c9'),
      disc(at.replace(/\d+$/, '21'), colour, faint(0.75)),
    ]),
    path('M330 250q40-20 46 20-34 14-46-20z', '#4c9a4a'),
  ],
  'collapsible-bottle': (b) => [
    box('258 98 84 52 14', b.tube('#3c4350')),
    line('M342 120h58v56', '#3c4350', 10),
    path('M246 148h108l26 46H220z', b.tube('#e23d6d')),
    times(6, (i) =>
      path(
        `M${218 - (i % 2) * 6} ${192 + i * 48}h${164 + (i % 2) * 12}q34 24 0 48H${218 - (i % 2) * 6}q-34-24 0-48z`,
        b.tube(i % 2 ? '#f0527f' : '#e23d6d'),
      ),
    ),
    box('226 468 148 16 8', '#a82450'),
  ],
  cruets: (b) => [
    box('96 462 408 24 12', b.wood('#b98450')),
    ...[
      ['194', '#c7a325', 1],
      ['400', '#5b1f24', 0.86],
    ].map(([x, liquid, size]) =>
      placed(
        `translate(${x} 464) scale(${size})`,
        line('M20-298q56-6 52-40', '#b9c8c9', 10),
        box('-18 -352 36 40 10', b.wood('#a87443')),
        path('M-16-318h32v110q74 30 74 120 0 88-90 88t-90-88q0-90 74-120z', b.glass('#c7d8d6', 0.85)),
        path('M-80-120q80 22 160 0 8 116-80 116t-80-116z', b.ball(String(liquid))),
        oval('0 -118 80 14', toned(String(liquid), 0.25)),
        line('M-66-90q-6 40 18 66', '#ffffff', 8, faint(0.7)),
      ),
    ),
  ],
  'kids-bottle': (b) => [
    line('M330 132q8-58 58-54', '#f2f2f2', 20),
    line('M226 168q-6-96 74-98t76 98', '#f6b93b', 22),
    box('226 128 148 66 26', b.tube('#f6b93b')),
    path('M212 192h176q26 40 20 110t-8 152q-2 30-34 30H234q-32 0-34-30-2-82-8-152t20-110z', b.tube('#69b8e8')),
    path('M238 392q-10-92 60-98 24-38 54-8 14 30-14 36 34 66-14 90z', '#3f9e5a'),
    times(4, (i) => path(`M${246 + i * 17} ${348 - i * 16}l-18-12 20-10z`, '#f6b93b')),
    disc('334 304 6', '#1c2a1f'),
    line('M262 392v16M316 408v12', '#3f9e5a', 14),
  ],
  'shaker-bottle': (b) => [
    line('M252 96q50-44 104 6', '#d92d2d', 18),
    path('M262 100h92l12 46H244z', b.tube('#d92d2d')),
    box('216 142 168 66 14', b.tube('#23252a')),
    times(9, (i) => line(`M${232 + i * 17} 152v46`, '#3a3d44', 4)),
    path('M222 208h156l-14 262q-2 14-16 14h-96q-14 0-16-14z', b.glass('#c3cbd2', 0.95)),
    path('M229 326h142l-8 144q-2 10-14 10h-96q-12 0-14-10z', b.tube('#a9784f'), faint(0.85)),
    times(6, (i) => line(`M348 ${250 + i * 34}h${i % 2 ? 14 : 22}`, '#3a3d44', 4)),
    placed(
      'translate(284 420)',
      times(4, (i) => oval(`0 0 34 ${10 + i * 8}`, 'none', 'stroke="#8b9298" stroke-width="4"')),
    ),
  ],
  'dropper-bottles': (b) => [
    placed('translate(150 96) scale(.8)', dropper(b.tube('#8f4a12'), 0)),
    placed('translate(450 144) scale(.7)', dropper(b.tube('#8f4a12'), 0)),
    dropper(b.tube('#a85a18'), 300),
  ],
  'coffee-pot': (b) => [
    path('M196 96h208l-74 156q104 44 104 132 0 100-134 100t-134-100q0-88 104-132z', b.glass('#bfd3da', 0.85)),
    path('M178 356q122 24 244 0 30 122-122 126T178 356z', b.ball('#4a2412')),
    oval('300 354 122 17', '#7a4424'),
    path('M210 104h180l-76 150h-28z', '#f5efe2'),
    path('M226 132h148l-62 110h-24z', '#5c371f'),
    path('M252 218h96l14 62H238z', b.wood('#c08a52')),
    line('M240 250q60 16 120 0', '#4b3018', 9),
    disc('300 258 14', '#d9a86c'),
    line('M196 96h208', '#a9bfc7', 8),
  ],
} satisfies Record<string, Motif>;
