import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { entryOfAsker, resolveActor } from './actor.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('a caller', () => {
  it('goes by the name that the person goes by, else by the user name', async () => {
    const owner = await merchant(test);
    const agent = await staff(test, 'agent');
    const caller = (token: string) => resolveActor(test.ground, token);
    expect(await caller(owner.token)).toMatchObject({ name: owner.username });
    await sqlRows(test, `UPDATE users SET nick_name = 'Eleanor' WHERE id = '${owner.user_id}'`);
    await sqlRows(test, `UPDATE users SET nick_name = 'Mei Zhang' WHERE id = '${agent.user_id}'`);
    expect(await caller(owner.token)).toMatchObject({ name: 'Eleanor' });
    expect(await caller(agent.token)).toMatchObject({ name: 'Mei Zhang' });
    const asked = await entryOfAsker(systemEntry(test), { ...owner, acting: false });
    expect(asked?.actor).toMatchObject({ name: 'Eleanor' });
  });
});
