import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { features } from '#contract/rights.ts';
import type { Ctx, Scope } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { analyse } from '#testing/sql-rows.ts';
import { planOf } from '#testing/explain.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { countStatement, listStatement, type Reader } from './notifications.db.ts';

/** As the application role, with many rows of the account's other members and of other accounts (P37). */
let test: TestApp;
let person: Person;
let agent: { user_id: string };
beforeAll(async () => {
  test = await startTestApp();
  person = await merchant(test);
  agent = await staff(test, 'agent');
  const others = [await merchant(test, { account_id: person.account_id }), await merchant(test), await merchant(test)];
  await systemEntry(test).run('all_accounts', async ({ db, now }) => {
    for (const { account_id, user_id, audience } of [
      ...[person, ...others].map((member) => ({ ...member, audience: 'member' })),
      ...[person, ...others].map((member) => ({ ...member, user_id: agent.user_id, audience: 'staff' })),
    ]) {
      await sql`INSERT INTO notifications (account_id, id, user_id, audience, event, feature, subject, link, waiting, created_at, read_at)
        SELECT ${account_id}, gen_random_uuid(), ${user_id}, ${audience}, 'invoice_paid', 'invoices', gen_random_uuid(), '/', n % 50 = 0,
          ${now}::timestamptz - n * interval '1 minute', CASE WHEN n > 40 THEN ${now}::timestamptz END
        FROM generate_series(1, 3000) n`.execute(db);
    }
  });
  await analyse(test);
});
afterAll(() => test.close());

const readers = (): [string, Scope, Reader][] => {
  const domain = 'localhost';
  const { account_id, user_id } = person;
  return [
    ['member', { account_id }, { account_id, user_id, domain, features, stores: null, language: 'en' as const }],
    [
      'staff',
      'all_accounts',
      { account_id: null, user_id: agent.user_id, domain, features: [], stores: null, language: 'en' as const },
    ],
  ];
};
// only the time is read of it
const now = () => ({ now: test.clock.now() }) as Ctx;

describe('with many rows', () => {
  it('the first page walks the index of its reader, without a sort of all that there is', async () => {
    for (const [whose, scope, reader] of readers()) {
      const plan = await planOf(test, scope, listStatement(now(), reader, 'all', { offset: 0, limit: 20 }));
      expect(plan).toContain(`notifications_${whose}_idx`);
      expect(plan).not.toContain('Seq Scan on notifications');
    }
  });

  it('unread and waiting ones are listed and counted by their own index', async () => {
    for (const [whose, scope, reader] of readers()) {
      for (const [tab, index] of [
        ['unread', 'unread'],
        ['action', 'waiting'],
      ] as const) {
        const page = { offset: 0, limit: 20 };
        for (const statement of [listStatement(now(), reader, tab, page), countStatement(now(), reader, tab)]) {
          expect(await planOf(test, scope, statement)).toContain(`notifications_${whose}_${index}_idx`);
        }
      }
    }
  });
});
