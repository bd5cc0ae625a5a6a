import { bareValues } from '#testing/app-values.ts';
import type pg from 'pg';
import { type Random, randomFrom } from '#sandbox/demo/random.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { alikePictures } from '#server/features/image-search/image-search.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { describePicture } from '#server/lib/pictures.ts';
import { drawPool, offerPool, recallOf } from '#testing/similarity-pool.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Place } from '#testing/people.ts';
import { pictureChanges } from '#testing/picture-changes.ts';
import { pictureOf } from '#testing/product-pictures.ts';
import { inTurns, oneByOne, percentile } from './measure.ts';
import { withDatabase } from './portal.ts';
import { ratio, type Table } from './table.ts';
import type { Descriptor } from '#server/lib/picture-similarity.ts';

const many = 100_000;
const searches = 60;
const perLot = 5_000;

type Size = { pool: number; queries: number };
type Gallery = { place: Place; pool: pg.Pool; account: string; size: Size };
type Drawn = Awaited<ReturnType<typeof drawPool>>;

/** How often changed pictures lead back to their own, and how long a search takes among 100,000. */
export async function similarity({ full }: { full: boolean }): Promise<Table[]> {
  const size = { pool: full ? 6_000 : 3_000, queries: full ? 300 : 60 };
  return withDatabase(async (database) => {
    const log = createLog('silent');
    const pool = createPool({ url: await database.createPortal('tradewind'), max: 4, log });
    const place: Place = {
      ground: { db: createDatabase(pool), clock: systemClock, log, app: bareValues() },
      clock: systemClock,
    };
    try {
      const { account_id: account } = await merchant(place);
      const drawn = await drawPool(size.pool);
      await offerPool(place, drawn.descriptors);
      await fill(place, drawn.descriptors);
      await pool.query('VACUUM ANALYZE').catch(() => {}); // the owner's right; the figures hold without
      const gallery = { place, pool, account, size };
      return [await searchTable(gallery, drawn), await recallTable(gallery, drawn)];
    } finally {
      await pool.end();
    }
  });
}

async function recallTable({ place, account, size }: Gallery, { drawn }: Drawn): Promise<Table> {
  const rows: (string | number)[][] = [];
  for (const change of Object.keys(pictureChanges)) {
    const { queries, first, five } = await recallOf(place, account, { drawn, change, queries: size.queries });
    rows.push([change, (first / queries) * 100, (five / queries) * 100]);
  }
  return {
    title: `similarity: ${size.pool.toLocaleString('en-US')} drawn products in groups of three colours among ${many.toLocaleString('en-US')} pictures, ${size.queries} changed pictures each`,
    columns: ['change', 'recall@1 %', 'recall@5 %'],
    rows,
  };
}

async function searchTable(gallery: Gallery, { drawn, descriptors }: Drawn): Promise<Table> {
  const { place, pool, account } = gallery;
  const pictures = await Promise.all(drawn.slice(0, 100).map(pictureOf));
  const described = await oneByOne({
    rounds: 90,
    action: (round) => describePicture(pictures[round] ?? Buffer.alloc(0)),
  });
  let turn = 0;
  const sought = () => descriptors[(turn++ * 37) % descriptors.length] as Descriptor; // within its length
  const among = { account, catalog: true, own: true, stores: null };
  const { search, empty } = await inTurns(
    {
      search: () => inAccount(place, account, (ctx) => alikePictures(ctx, sought(), among, 60)),
      empty: () =>
        inAccount(place, account, ({ db }) => db.selectNoFrom((select) => select.lit(1).as('one')).execute()),
    },
    searches,
  );
  const { rows } = await pool.query<{ bytes: string }>(
    `SELECT pg_total_relation_size('picture_descriptors') / ${many} AS bytes`,
  );
  const [floor, median] = [percentile(empty, 0.5), percentile(search, 0.5)];
  return {
    title: `similarity: searches among ${many.toLocaleString('en-US')} pictures`,
    columns: ['what', 'p50 ms', 'p95 ms', 'of empty'],
    rows: [
      ['search', median, percentile(search, 0.95), ratio(median, floor)],
      ['empty query', floor, percentile(empty, 0.95), ratio(floor, floor)],
      ['describing one picture of 480 px', percentile(described, 0.5), percentile(described, 0.95), ''],
    ],
    notes: [
      `${rows[0]?.bytes ?? '–'} bytes per picture in the database, its index with it.`,
      'The pictures beyond the drawn ones are mixtures of two of them.',
    ],
  };
}

/** Fills the catalogue up with mixtures of what is there. */
async function fill(place: Place, descriptors: readonly Descriptor[]): Promise<void> {
  const look = randomFrom('mixtures');
  for (let from = descriptors.length; from < many; from += perLot) {
    const lot = Array.from({ length: Math.min(perLot, many - from) }, () => mixture(look, descriptors));
    await offerPool(place, lot, from);
  }
}

function mixture(look: Random, descriptors: readonly Descriptor[]): Descriptor {
  const [one, other] = [look.pick(descriptors), look.pick(descriptors)];
  const share = 0.3 + look.next() * 0.4;
  const shift = look.int(0, 15) * 3;
  const mix = (a: Int8Array, b: Int8Array) =>
    a.map((value, index) => value * share + (b[(index + shift) % b.length] ?? 0) * (1 - share));
  return { full: mix(one.full, other.full), best: mix(one.best, other.best) };
}
