import { sql } from 'kysely';
import { allows } from '#contract/rights.ts';
import type { Mails } from '#contract/statistics.ts';
import type { StatisticsMails } from '#contract/statistics-rules.ts';
import type { Ctx, Entry, MerchantCtx } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { sendLater } from '#server/db/queue.ts';
import { entryOfAsker } from '#server/http/actor.ts';
import { composeMail } from '#server/lib/mail-layout.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { mailWords } from './statistics-mail-texts.ts';
import { getStatistics } from './statistics.service.ts';

/** The page of the statistics; spelled as the specification has it. */
const page = '/sales-statitstics/index';

/** How often the reader gets a summary, where it goes, and when the first of each kind would come. */
export async function getMails(ctx: MerchantCtx): Promise<Mails> {
  const { rows } = await sql<{ every: StatisticsMails | null; email: string; week: string; month: string }>`
    SELECT m.every, u.email, (date_trunc('week', l.local) + interval '1 week')::date::text AS week,
      (date_trunc('month', l.local) + interval '1 month')::date::text AS month
    FROM users u JOIN accounts a ON a.id = ${ctx.account}
    LEFT JOIN statistics_mails m ON m.account_id = a.id AND m.user_id = u.id,
    LATERAL (SELECT ${ctx.now}::timestamptz AT TIME ZONE a.time_zone AS local) l
    WHERE u.id = ${ctx.actor.user_id}`.execute(ctx.db);
  const [reader] = rows;
  if (!reader) throw new Error(`no user ${ctx.actor.user_id}`);
  const { every, email, week, month } = reader;
  return { every, email, next: { week, month } };
}

/** Orders a summary by mail for the reader, or ends it. */
export async function setMails(ctx: MerchantCtx, { every }: { every: StatisticsMails | null }): Promise<Mails> {
  await sql`DELETE FROM statistics_mails WHERE account_id = ${ctx.account} AND user_id = ${ctx.actor.user_id}`.execute(
    ctx.db,
  );
  if (every !== null)
    await sql`
      INSERT INTO statistics_mails (account_id, user_id, every, created_at)
      VALUES (${ctx.account}, ${ctx.actor.user_id}, ${every}, ${ctx.now})`.execute(ctx.db);
  return getMails(ctx);
}

type DueMail = {
  account_id: string;
  user_id: string;
  every: StatisticsMails;
  from: string;
  to: string;
  email: string;
  locale: 'en' | 'zh';
};

/** Summaries whose week or month has ended in the account's time zone, some hours ago, and that were not sent yet. */
async function findDue(ctx: Ctx): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    SELECT d.account_id, d.user_id, d.every, d.from::text AS "from", (d.until - 1)::text AS "to", u.email, u.locale
    FROM (
      SELECT m.*, date_trunc(m.every, local)::date AS until, (date_trunc(m.every, local) - ('1 ' || m.every)::interval)::date AS "from", local, a.time_zone
      FROM statistics_mails m JOIN accounts a ON a.id = m.account_id, LATERAL (SELECT ${ctx.now}::timestamptz AT TIME ZONE a.time_zone AS local) l) d
    JOIN users u ON u.id = d.user_id
    WHERE d.local >= d.until + interval '7 hours' AND d.created_at < d.until::timestamp AT TIME ZONE d.time_zone
      AND d.sent_from IS DISTINCT FROM d.from
    ORDER BY d.account_id, d.user_id LIMIT 500`.execute(ctx.db);
  return rows;
}

/** Sends the summaries that are due, each as its reader would see the page. */
export async function sendMails(entry: Entry): Promise<void> {
  const due = await entry.run('all_accounts', (ctx) => findDue(ctx));
  await eachAlone(entry, due, 'statistics not mailed', (mail) => sendMail(entry, mail));
}

async function sendMail(system: Entry, mail: DueMail): Promise<void> {
  const { account_id, user_id, every, from, to } = mail;
  const reader = await entryOfAsker(system, { account_id, user_id, acting: false });
  if (!reader || !allows(reader.actor.rights, 'statistics', 'view')) return; // stays until they may see it again
  await reader.run({ account_id }, async (ctx) => {
    const data = await getStatistics(ctx, { from, to, compare: 'previous' });
    const money = (amount: number | null) => (amount === null ? null : moneyText(amount, data.currency));
    const words = mailWords(mail.locale, { every, from, to, totals: data.totals, before: data.before, money });
    const query = `?from=${from}&to=${to}`;
    await sendLater(ctx, {
      kind: 'mail',
      key: `statistics:${account_id}:${user_id}:${every}:${from}`,
      account_id,
      payload: composeMail({
        to: mail.email,
        locale: mail.locale,
        brand: ctx.app.brand,
        words: { ...words, link: `${ctx.app.publicUrl}${page}${query}` },
      }),
    });
    await sql`UPDATE statistics_mails SET sent_from = ${from}::date WHERE account_id = ${account_id} AND user_id = ${user_id}`.execute(
      ctx.db,
    );
  });
}
