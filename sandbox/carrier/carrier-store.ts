import type { Pool } from 'pg';
import { histories, type History, type HistoryName, lastMileOf, type Step } from './histories.ts';
import { type Destination, placeOf } from './places.ts';

/** A number that the service knows of, what becomes of it, and how far that was told. */
export type Known = {
  number: string;
  carrier: string;
  history: HistoryName;
  begins_at: Date;
  followed: boolean;
  told: number;
  /** Where it goes; null where nobody said it. */
  to: Destination | null;
};

export type Checkpoint = {
  id: string;
  time: string;
  tag: string;
  subtag: string | null;
  city: string | null;
  country: string | null;
  message: string;
  next: { carrier: string; number: string } | null;
};

const tables = `
create table if not exists carrier_numbers (
  number text primary key, carrier text not null, history text not null, begins_at timestamptz not null,
  followed boolean not null default false, told int not null default 0
);
alter table carrier_numbers add column if not exists country text`;
const columns = `number, carrier, history, begins_at, followed, told,
  case when country is not null then json_build_object('country', country, 'town', null) end as "to"`;

/** The service's numbers, in the sandbox's own database. */
export function carrierStore(pool: Pool) {
  const one = async (text: string, values: unknown[]): Promise<Known | undefined> =>
    (await pool.query<Known>(text, values)).rows[0];
  return {
    prepare: () => pool.query(tables),
    find: (number: string) => one(`select ${columns} from carrier_numbers where number = $1`, [number]),
    async followed(): Promise<Known[]> {
      const { rows } = await pool.query<Known>(
        `select ${columns} from carrier_numbers where followed order by begins_at, number`,
      );
      return rows;
    },
    /** Writes down what is to become of a number; what is followed stays so. */
    async plan(known: Omit<Known, 'followed' | 'told' | 'to'>): Promise<void> {
      await pool.query(
        `insert into carrier_numbers (number, carrier, history, begins_at) values ($1, $2, $3, $4)
         on conflict (number) do update set history = excluded.history, begins_at = excluded.begins_at, told = 0`,
        [known.number, known.carrier, known.history, known.begins_at],
      );
    },
    /** Follows a number from now on, on its way to a country. */
    async follow(number: string, country: string | null): Promise<void> {
      await pool.query(
        'update carrier_numbers set followed = true, country = coalesce($2, country) where number = $1',
        [number, country],
      );
    },
    async setTold(number: string, told: number): Promise<void> {
      await pool.query('update carrier_numbers set told = $2 where number = $1', [number, told]);
    },
  };
}

/** What has happened with a number until a moment, the oldest first. `speed`: so many times as fast as in the world. */
export function checkpointsOf(known: Known, now: Date, speed: number): Checkpoint[] {
  const history: History = histories[known.history];
  return history.steps
    .map((step, index) => ({ step, index, at: new Date(known.begins_at.getTime() + (step.hours * 3_600_000) / speed) }))
    .filter(({ at }) => at <= now)
    .map(({ step, index, at }) => ({
      id: `${known.number}:${index + 1}`,
      time: at.toISOString(),
      tag: step.tag,
      subtag: step.subtag ?? null,
      ...scanned(step, known),
    }));
}

/** Where a step happens, what is said there, and who brings the parcel from there on. */
function scanned({ at, message, handsOver }: Step, { number, to }: Known) {
  const place = placeOf(to?.country ?? null);
  const towns = { gateway: place.gateway, door: to?.town ?? place.town, Yiwu: 'Yiwu', Hangzhou: 'Hangzhou' };
  return {
    city: at === undefined ? null : towns[at],
    country: at === undefined ? null : at === 'gateway' || at === 'door' ? place.country : 'CN',
    message: handsOver ? `${message} ${place.post}` : message,
    next: handsOver ? { carrier: place.post, number: lastMileOf(number) } : null,
  };
}
