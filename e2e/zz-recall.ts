import { randomFrom } from '#sandbox/demo/random.ts';
import { codesOf, soughtCodes } from '#server/lib/picture-code.ts';
import { describePicture, likeness, seek } from '#server/lib/picture-descriptor.ts';
import { drawPool } from '#testing/likeness-pool.ts';
import { pictureChanges } from '#testing/picture-changes.ts';
import { pictureOf } from '#testing/product-pictures.ts';
import { writeFileSync } from 'node:fs';
const N = Number(process.argv[2] ?? 1500), Q = Number(process.argv[3] ?? 60);
const { drawn, descriptors } = await drawPool(N);
// as many mixtures again x3
const look = randomFrom('mix');
const mix = (a: Int8Array, b: Int8Array, s: number, sh: number) => a.map((v, i) => v * s + (b[(i + sh) % b.length] ?? 0) * (1 - s));
const all = [...descriptors];
for (let i = 0; i < N * 3; i += 1) { const [a, b] = [look.pick(descriptors), look.pick(descriptors)]; const s = .3 + look.next() * .4, sh = look.int(0, 15) * 3; all.push({ full: mix(a.full, b.full, s, sh), best: mix(a.best, b.best, s, sh) }); }
const codes = all.map(codesOf);
const queries: { change: string; index: number; sought: unknown }[] = [];
for (const change of Object.keys(pictureChanges)) for (let q = 0; q < Q; q += 1) {
  const index = q * Math.floor(N / Q);
  const d = await describePicture(await pictureChanges[change]!(await pictureOf(drawn[index]!), randomFrom(`${change} ${index}`)));
  queries.push({ change, index, sought: soughtCodes(d) , d: { full: [...d.full], best: [...d.best] } } as never);
}
writeFileSync('/tmp/cat/recall.json', JSON.stringify({ N, codes, queries }));
console.log('done');
