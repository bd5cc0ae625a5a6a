import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, createEmptyDatabase } from '#testing/database.ts';
import { migrate, migrateJobQueue } from './migrate.ts';

let database: TestDatabase;
let folder: string;
const shelf = 'create table shelf (id int);\ninsert into shelf values (1);';

const run = (jobQueue = false) => migrate({ url: database.url, log: () => {}, folder, jobQueue });
const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('migrations', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    database = await createEmptyDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    write('0001_shelf.sql', shelf);
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await query('drop schema public cascade; create schema public');
  });

  it('leaves no connection behind, which a server that stops at once would end with an error', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      for (let round = 0; round < 10; round += 1) {
        await migrateJobQueue(database.url);
        const { rows } = await client.query(
          `SELECT pid FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
        );
        expect(rows).toEqual([]);
      }
    } finally {
      await client.end();
    }
  });

  it('run once each, in order, also when several processes start together', async () => {
    write('20261123t1015_book.sql', 'create table book as select id from shelf');
    const ran = await Promise.all([run(), run(), run()]);
    expect(ran.flat()).toEqual(['0001_shelf.sql', '20261123t1015_book.sql']);
    expect(await query('select name from schema_migrations order by name')).toEqual([
      { name: '0001_shelf.sql' },
      { name: '20261123t1015_book.sql' },
    ]);
    expect(await query('select id from book')).toEqual([{ id: 1 }]);
  });

  it('prepare the job queue before our own files, which may refer to it', async () => {
    write('0002_queue.sql', "select graphile_worker.add_job('hello', '{}'::json)");
    await run(true);
    expect(await query('select task_identifier from graphile_worker.jobs')).toEqual([{ task_identifier: 'hello' }]);
  });

  it('leave nothing of a file that fails, name its line, and go on once it is mended', async () => {
    write('0002_book.sql', 'create table book (id int);\n\nselect wrong from book;');
    await expect(run()).rejects.toThrow(/0002_book\.sql failed at line 3: column "wrong" does not exist/);
    expect(await query("select to_regclass('book') as found")).toEqual([{ found: null }]);
    write('0002_book.sql', 'create table book (id int)');
    expect(await run()).toEqual(['0002_book.sql']);
  });

  it('stop when a landed file was changed', async () => {
    await run();
    write('0001_shelf.sql', 'create table shelf (id bigint)');
    await expect(run()).rejects.toThrow(/0001_shelf\.sql was changed after it had run/);
  });

  it('stop when the database is newer than the release', async () => {
    write('0002_book.sql', 'create table book (id int)');
    await run();
    rmSync(join(folder, '0002_book.sql'));
    await expect(run()).rejects.toThrow(/has the migration 0002_book\.sql, which this release does not know/);
  });

  it('run a file by time also when a later one has run, and never a number that was passed over', async () => {
    write('0002_book.sql', 'create table book (id int)');
    write('20261123t1015_page.sql', 'create table page (id int)');
    await run();
    write('20261122t0800_line.sql', 'alter table book add line int');
    expect(await run()).toEqual(['20261122t0800_line.sql']);
    await query("delete from schema_migrations where name = '0001_shelf.sql'");
    await expect(run()).rejects.toThrow(/lacks migration 0001_shelf\.sql but has later ones/);
  });

  it('go on where a release that numbered its files left the database', async () => {
    await query(`create table shelf (id int); create table schema_migrations (version integer primary key,
      name text not null, checksum text not null, applied_at timestamptz not null default now())`);
    const checksum = createHash('sha256').update(shelf).digest('hex');
    await query(`insert into schema_migrations values (1, '0001_shelf.sql', '${checksum}')`);
    write('20261123t1015_book.sql', 'create table book (id int)');
    expect(await run()).toEqual(['20261123t1015_book.sql']);
    // what that release finds now, and refuses to start on
    expect(await query('select version, name from schema_migrations order by version')).toEqual([
      { version: 1, name: '0001_shelf.sql' },
      { version: null, name: '20261123t1015_book.sql' },
    ]);
    expect(await run()).toEqual([]);
  });

  it('stop at a gap, a number used twice, a time that does not exist and any other name', async () => {
    const names = ['0003_gap.sql', '0001_twice.sql', 'two.sql', '0002_Upper.sql', '20261323t1015_a.sql'];
    for (const name of [...names, '20260230t1015_a.sql', '20261123t2460_a.sql', '20261123T1015_a.sql']) {
      write(name, 'select 1');
      await expect(run()).rejects.toThrow(/is not named like a migration/);
      rmSync(join(folder, name));
    }
  });
});
