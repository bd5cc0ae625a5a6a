import { withDatabase } from '../bench/portal.ts';
import pg from 'pg';
await withDatabase(async (db) => {
  const c = new pg.Client({ connectionString: await db.createPortal('x') }); await c.connect();
  const q = async (name: string, text: string) => { const t: number[] = []; for (let i = 0; i < 9; i++) { const s = performance.now(); await c.query(text); t.push(performance.now() - s); } t.sort((a, b) => a - b); console.log(name, 'min', t[0]!.toFixed(0), 'med', t[4]!.toFixed(0)); };
  const rnd = (n: number) => Array.from({ length: n }, () => Math.random() < .5 ? '1' : '0').join('');
  await c.query(`CREATE TEMP TABLE w AS SELECT md5(i::text)||md5(i::text) AS sha, ${['a','b','c','d','e','f'].map((x) => `decode(md5('${x}'||i)||md5('y${x}'||i),'hex') AS ${x}`).join(',')} FROM generate_series(1,100000) i`);
  for (const n of [64, 128, 256, 480]) {
    await c.query(`CREATE TEMP TABLE t${n} AS SELECT i, md5(i::text)||md5(i::text) AS sha, ${['a','b','c','d','e','f'].map((x) => `(${Array.from({length: Math.ceil(n/32)}, (_, k) => `hashint4(i*17+${k}+ascii('${x}'))::bit(32)`).join('||')})::bit(${n}) AS ${x}`).join(',')} FROM generate_series(1,100000) i`);
    await c.query(`ANALYZE t${n}`);
    const op = (col: string) => `bit_count(${col} # B'${rnd(n)}')`;
    await q(`${n} scan`, `SELECT count(a) FROM t${n}`);
    for (const cols of [['a'], ['a','a','b','b'], ['a','a','b','b','c','c','d','d','e','e','f','f']])
      await q(`${n} x${cols.length}`, `SELECT sha FROM t${n} ORDER BY ${cols.length > 1 ? `least(${cols.map(op).join(',')})` : op('a')} LIMIT 1000`);
  }
  await c.end();
});
