import { sql } from 'kysely';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { balances, verifyChain } from '#server/features/ledger/ledger.service.ts';
import type { Answered } from './crash-load.ts';
import type { CrashStage } from './crash-stage.ts';
import { portalClient } from './portal-client.ts';

/** Everything that is not as it should be after crashes, in words; an empty list when all is well. */
export async function findLosses(stage: CrashStage, answered: Answered): Promise<string[]> {
  const found = await stage.inAllAccounts(async (ctx) => [
    ...(await lostDeliveries(ctx, answered)),
    ...(await wrongOrders(ctx, stage, answered)),
    ...(await wrongInvoices(ctx, stage, answered)),
    ...(await wrongLedger(ctx, stage, answered)),
    ...(await wrongCounters(forAccount(ctx, stage.owner.account_id))),
    ...(await stuckWork(ctx)),
  ]);
  return [...found, ...(await forgottenKeys(stage, answered))];
}

async function lostDeliveries(ctx: Ctx, { deliveries }: Answered): Promise<string[]> {
  const { rows } = await sql<{ delivery_id: string; state: string }>`
    SELECT delivery_id, state FROM webhook_inbox`.execute(ctx.db);
  const states = new Map(rows.map((row) => [row.delivery_id, row.state]));
  return [...deliveries].flatMap((id) => {
    const state = states.get(id);
    return state === 'done' ? [] : [`delivery ${id} was answered and is ${state ?? 'not there'}`];
  });
}

async function wrongOrders(ctx: Ctx, stage: CrashStage, { placed }: Answered): Promise<string[]> {
  const { rows } = await sql<{ external_id: string; stage: string; lines: number; invoices: number }>`
    SELECT o.external_id, o.stage,
      (SELECT count(*)::int FROM order_lines l WHERE l.account_id = o.account_id AND l.order_id = o.id) AS lines,
      (SELECT count(*)::int FROM invoice_orders i WHERE i.account_id = o.account_id AND i.order_id = o.id) AS invoices
    FROM orders o WHERE o.account_id = ${stage.owner.account_id}`.execute(ctx.db);
  const counts = new Map<string, number>();
  for (const { external_id } of rows) counts.set(external_id, (counts.get(external_id) ?? 0) + 1);
  const invented: string[] = [];
  for (const id of counts.keys()) {
    // the shop's own database may have been killed between its commit and its answer to the buyer
    if (!placed.has(id) && !(await stage.sandbox.shops.order(stage.store.domain, id))) invented.push(id);
  }
  return [
    ...[...placed]
      .filter((id) => counts.get(id) !== 1)
      .map((id) => `order ${id} is there ${counts.get(id) ?? 0} times`),
    ...invented.map((id) => `order ${id} was never placed`),
    ...rows
      .filter(
        (row) => placed.has(row.external_id) && (row.lines !== 1 || row.invoices !== 1 || row.stage !== 'processing'),
      )
      .map((row) => `order ${row.external_id} is ${row.stage} with ${row.lines} lines on ${row.invoices} invoices`),
  ];
}

async function wrongInvoices(ctx: Ctx, stage: CrashStage, { payments }: Answered): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string; total: number; order_ids: string[] }>`
    SELECT i.id, i.status, i.total, ARRAY(SELECT o.order_id::text FROM invoice_orders o
      WHERE o.account_id = i.account_id AND o.invoice_id = i.id ORDER BY 1) AS order_ids
    FROM invoices i WHERE i.account_id = ${stage.owner.account_id}`.execute(ctx.db);
  const kept = new Map(rows.map((row) => [row.id, row]));
  const lost = [...payments.values()].flatMap((payment) => {
    const invoice = kept.get(payment.invoice_id);
    kept.delete(payment.invoice_id);
    if (!invoice) return [`invoice ${payment.invoice_id} was answered and is not there`];
    const same = invoice.order_ids.join() === payment.order_ids.toSorted().join();
    const right = same && invoice.status === 'paid' && invoice.total === payment.total;
    return right && payment.total === payment.expected_total ? [] : [`invoice ${invoice.id} is not what was answered`];
  });
  return [...lost, ...[...kept.keys()].map((id) => `invoice ${id} was never answered`)];
}

async function wrongLedger(ctx: Ctx, stage: CrashStage, { payments }: Answered): Promise<string[]> {
  const account = stage.owner.account_id;
  const problems: string[] = [];
  const chain = await verifyChain(forAccount(ctx, account));
  if (!chain.ok) problems.push(`the ledger's chain breaks at ${chain.seq}: ${chain.problem}`);
  else if (chain.transactions !== payments.size + 1)
    problems.push(`the ledger has ${chain.transactions} transactions for one deposit and ${payments.size} payments`);
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(amount), 0)::bigint AS total FROM ledger_entries WHERE account_id = ${account}`.execute(ctx.db);
  if (rows[0]?.total !== 0) problems.push(`the ledger sums to ${rows[0]?.total}`);
  const paid = [...payments.values()].reduce((sum, payment) => sum + payment.total, 0);
  const { cash } = await balances(forAccount(ctx, account));
  if (cash !== stage.deposit - paid) problems.push(`the wallet holds ${cash} instead of ${stage.deposit - paid}`);
  return problems;
}

/** The tabs' counters beside a recount of the orders. */
async function wrongCounters(ctx: AccountCtx): Promise<string[]> {
  const { rows } = await sql<{ store_id: string; tab: string; kept: number; counted: number }>`
    WITH kept AS (
      SELECT store_id, tab, sum(n)::int AS n FROM order_tab_counts WHERE account_id = ${ctx.account} GROUP BY 1, 2 HAVING sum(n) <> 0),
    counted AS (
      SELECT o.store_id, t.tab, count(*)::int AS n FROM orders o, unnest(order_tabs(o.stage, o.needs_merchant, o.needs_provider, o.held, o.watched, o.claimed)) AS t(tab)
      WHERE o.account_id = ${ctx.account} GROUP BY 1, 2)
    SELECT coalesce(k.store_id, c.store_id) AS store_id, coalesce(k.tab, c.tab) AS tab, coalesce(k.n, 0) AS kept, coalesce(c.n, 0) AS counted
    FROM kept k FULL JOIN counted c ON c.store_id = k.store_id AND c.tab = k.tab
    WHERE k.n IS DISTINCT FROM c.n`.execute(ctx.db);
  return rows.map((row) => `tab ${row.tab} of store ${row.store_id} says ${row.kept}, there are ${row.counted}`);
}

/** Work that began before a kill and is neither done nor free to be taken again. */
async function stuckWork(ctx: Ctx): Promise<string[]> {
  const jobs = await ctx.db.selectFrom('jobs').select(['id', 'kind', 'state']).where('state', '!=', 'done').execute();
  const waiting = await ctx.db.selectFrom('webhook_inbox').select('id').where('state', '=', 'waiting').execute();
  return [
    ...jobs.map((job) => `job ${job.kind} is ${job.state}`),
    ...(waiting.length > 0 ? [`${waiting.length} deliveries still wait`] : []),
  ];
}

/** A repeated call gets the first one's answer, even after a crash (P26). */
async function forgottenKeys(stage: CrashStage, { payments }: Answered): Promise<string[]> {
  const call = portalClient(stage.server.url, stage.owner.token);
  const problems: string[] = [];
  for (const { key, order_ids, expected_total, invoice_id } of [...payments.values()].slice(-20)) {
    const again = await call('POST', '/api/invoices', { order_ids, expected_total }, key);
    if (again.status !== 200 || again.data.id !== invoice_id) problems.push(`key ${key} answers ${again.status} now`);
  }
  return problems;
}
