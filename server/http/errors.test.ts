import { fastify } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { setErrorAnswers } from './errors.ts';

const logged: string[] = [];
const server = fastify({ logger: { level: 'error', stream: { write: (line: string) => void logged.push(line) } } });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  setErrorAnswers(server);
  // The server itself reports the state, without its disk or memory running out.
  server.get<{ Params: { state: string } }>('/states/:state', ({ params }) =>
    client.query(`DO $$ BEGIN RAISE EXCEPTION 'told by PostgreSQL' USING ERRCODE = '${params.state}'; END $$`),
  );
});
afterAll(async () => {
  await server.close();
  await client.end();
  await database.drop();
});

it.each([
  ['53100', 'a full disk', /database’s disk is full.*Contact support/, /数据库磁盘已满/],
  ['53200', 'too little memory', /enough memory.*Request less/, /数据库内存不足/],
  ['53300', 'too many connections', /too many connections.*Try again in a minute/, /数据库连接数已满/],
  ['53400', 'a limit of its settings', /database limit.*Contact support/, /已达到数据库的上限/],
])('says in a sentence that the database has run out: %s, %s', async (state, _what, english, chinese) => {
  const answer = await server.inject(`/states/${state}`);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('60');
  expect(answer.json()).toMatchObject({ code: 'unavailable', message: expect.stringMatching(english) });
  expect(answer.payload).not.toContain('told by PostgreSQL');
  expect(logged.at(-1)).toContain(`"code":"${state}"`);
  const inChinese = await server.inject({ url: `/states/${state}`, headers: { 'accept-language': 'zh-CN' } });
  expect(inChinese.json()).toMatchObject({ message: expect.stringMatching(chinese) });
});
