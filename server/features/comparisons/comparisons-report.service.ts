import type { SignedReport, Verdict } from '#contract/comparisons.ts';
import type { Ctx } from '#server/db/context.ts';
import {
  canonical,
  type ComparisonKeys,
  hashOf,
  isSigned,
  isWhole,
  type Json,
  signText,
} from './comparison-signing.ts';
import * as reports from './comparisons.db.ts';

/** What a report tells beside what the readings say. */
export type ReportedStore = { id: string; domain: string };
export type Totals = { shop_orders: number; our_orders: number; found: number; healed: number };

/** Sums of the days, after healing. */
export function totalsOf(days: readonly reports.ComparedDay[], findings: readonly reports.FindingRow[]): Totals {
  const sum = (of: (day: reports.ComparedDay) => number) => days.reduce((all, day) => all + of(day), 0);
  return {
    shop_orders: sum((day) => day.shop.orders),
    our_orders: sum((day) => day.ours.orders),
    found: findings.length,
    healed: findings.filter(({ outcome }) => outcome === 'healed').length,
  };
}

/** Writes the store's next report, signed and tied to the one before it. */
export async function writeReport(
  ctx: Ctx,
  keys: ComparisonKeys,
  comparison: reports.ComparisonRow,
  store: ReportedStore,
  reported: { days: reports.ComparedDay[]; findings: reports.FindingRow[]; totals: Totals },
): Promise<{ number: number }> {
  const { account_id } = comparison;
  const before = await reports.findInChain(ctx, { account_id, id: store.id });
  const number = (before?.number ?? 0) + 1;
  const previous = before?.hash ?? null;
  const report: Json = {
    kind: 'comparison of a store with its shop',
    version: 1,
    id: comparison.id,
    store: { id: store.id, domain: store.domain },
    number,
    previous,
    cause: comparison.cause,
    range: { from: comparison.from_day, to: comparison.to_day, zone: comparison.zone },
    as_of: comparison.as_of.toISOString(),
    started_at: comparison.created_at.toISOString(),
    finished_at: ctx.now.toISOString(),
    duration_ms: ctx.now.getTime() - comparison.created_at.getTime(),
    totals: reported.totals,
    days: reported.days.map((day) => ({ ...day })),
    findings: reported.findings.map(({ external_id, order_name, day, kind, differs, outcome }) => ({
      external_id,
      order_name,
      day,
      kind,
      differs,
      outcome,
    })),
  };
  const body = canonical(report);
  await reports.insertReport(ctx, {
    account_id,
    comparison_id: comparison.id,
    store_id: store.id,
    number,
    previous,
    hash: hashOf(body),
    body,
    public_key: keys.publicKey,
    signature: signText(keys, body),
    signed_at: ctx.now,
  });
  return { number };
}

/** The report as it is handed out. */
export function asFile({ body, hash, public_key, signature }: reports.ReportRow): SignedReport {
  return { report: JSON.parse(body) as SignedReport['report'], hash, public_key, signature }; // written by `writeReport`
}

const storeOf = ({ body }: reports.ReportRow): string => {
  const { store } = JSON.parse(body) as { store: { domain: string } }; // written by `writeReport`
  return store.domain;
};

const verdictOf = (row: reports.ReportRow, problem: Verdict['problem']) => ({
  valid: problem === null,
  problem,
  kept: true,
  number: row.number,
  store: storeOf(row),
  signed_at: row.signed_at,
});

/** Whether a kept report is as it was signed, and follows the one before it. */
export async function verifyKept(ctx: Ctx, row: reports.ReportRow) {
  const whole = hashOf(row.body) === row.hash && isSigned(row.body, row.signature, row.public_key);
  if (!whole) return verdictOf(row, 'changed');
  if (row.number === 1) return verdictOf(row, row.previous === null ? null : 'chain');
  const before = await reports.findInChain(ctx, { account_id: row.account_id, id: row.store_id }, row.number - 1);
  return verdictOf(row, before !== undefined && before.hash === row.previous ? null : 'chain');
}

/** Whether a report that somebody holds is whole and of this installation. Kept ones answer for keys of former times. */
export async function verifyHeld(ctx: Ctx, keys: ComparisonKeys, file: SignedReport) {
  const nothing = { kept: false, number: null, store: null, signed_at: null };
  if (!isWhole(file)) return { valid: false, problem: 'changed' as const, ...nothing };
  const kept = await reports.findByHash(ctx, file.hash);
  if (kept?.signature === file.signature && kept.public_key === file.public_key) return verifyKept(ctx, kept);
  const ours = file.public_key === keys.publicKey;
  return { valid: ours, problem: ours ? null : ('foreign' as const), ...nothing };
}
