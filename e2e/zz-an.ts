import { readFileSync } from 'node:fs';
const { N, codes, queries } = JSON.parse(readFileSync('/tmp/cat/recall.json', 'utf8'));
console.log(N, codes.length, queries.length);
// light bits positions, slope positions in order
const light: number[] = [], slope: number[] = [], colour: number[] = []; { let at = 0; for (let r = 0; r < 8; r++) for (let c = 0; c < 8; c++) { light.push(at++, at++); if (c < 7) slope.push(at++, at++); if (r < 7) slope.push(at++, at++); } while (at < 480) colour.push(at++); }
console.log(light.length, slope.length, colour.length);
const even = (a: number[], k: number, of: number) => a.filter((_, i) => i % of === k);
const cell = (i: number) => { const c = i >> 1; return (c + (c >> 3)) & 1; };
const mixl = light.filter((_, i) => (i & 1) === cell(i));
const c5 = colour.filter((_, i) => i % 4 < 2);
const lo = even(light, 1, 2);
const sets: Record<string, number[]> = { 'mixl64+c5(64)': [...mixl, ...c5], 'light128+c5(192)': [...light, ...c5], 'lo64+c5(128)': [...lo, ...c5], 'mixl+colour(192)': [...mixl, ...colour], 'mixl32+c5 (96)': [...mixl.filter((_, i) => i % 2), ...c5], all: [...light, ...colour] };
const pack = (s: string, set: number[]) => { const w = new Uint32Array(Math.ceil(set.length / 32)); set.forEach((p, i) => { if (s[p] === '1') w[i >> 5]! |= 1 << (i & 31); }); return w; };
const pop = (x: number) => { x -= (x >>> 1) & 0x55555555; x = (x & 0x33333333) + ((x >>> 2) & 0x33333333); return (((x + (x >>> 4)) & 0xf0f0f0f) * 0x1010101) >>> 24; };
const dist = (a: Uint32Array, b: Uint32Array) => { let d = 0; for (let i = 0; i < a.length; i++) d += pop(a[i]! ^ b[i]!); return d; };
for (const [name, set] of Object.entries(sets)) for (const cols of [['full', 'best']]) {
  const P = codes.map((c: any) => cols.map((k) => pack(c[k], set)));
  const out: Record<string, number[]> = {};
  for (const q of queries) {
    const F = q.sought.full.map((s: string) => pack(s, set)), B = q.sought.best.map((s: string) => pack(s, set));
    const d = P.map((ws: Uint32Array[]) => Math.min(...ws.flatMap((w, i) => (cols[i] === 'full' ? F : B).map((x: Uint32Array) => dist(w, x)))));
    const mine = d[q.index]; const rank = d.filter((x: number) => x < mine).length;
    (out[q.change] ??= []).push(rank / codes.length * 100);
  }
  console.log(name.padEnd(20), cols.length, Object.entries(out).map(([c, r]) => { r.sort((a, b) => a - b); return `${c.slice(0, 12)}: max ${r.at(-1)!.toFixed(2)} p95 ${r[Math.floor(r.length * .95)]!.toFixed(2)}`; }).join(' | '));
}
