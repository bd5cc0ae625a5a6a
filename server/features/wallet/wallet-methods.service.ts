import type { ParsedOf } from '#contract/endpoint.ts';
import { rechargeBounds } from '#contract/recharge-rules.ts';
import type { wallet } from '#contract/wallet.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, notFound, readerLanguage, type StaffCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { methodName } from './wallet-methods.ts';
import * as rows from './wallet.db.ts';
import type { Payments } from './wallet.service.ts';

/** Methods that are offered now: active, and for cards a payment provider must be set up. */
export async function offeredMethods(ctx: Ctx, payments: Payments) {
  const offered = (await rows.findMethods(ctx)).filter(
    (method) => method.active && (method.kind === 'transfer' || payments !== null),
  );
  const language = readerLanguage(ctx);
  return offered.map((method) => ({ ...method, name: methodName(language, method.code, method.name) }));
}

/** Refuses an amount outside of the method's own bounds; the general ones are checked with the body. */
export function requireWithin(method: rows.MethodRow, amount: number, currency: string): void {
  const { least, most } = rechargeBounds(method);
  const params = { method: method.name, least: moneyText(least, currency), most: moneyText(most, currency) };
  if (amount < least) throw appError('invalid_input', { text: 'wallet.method_least', params }, 'amount');
  if (amount > most) throw appError('invalid_input', { text: 'wallet.method_most', params }, 'amount');
}

export const staffMethods = (ctx: StaffCtx) => rows.findMethods(ctx);

/** Adds a method whose recharges are reviewed with a proof. Nobody enters its code: it is made of its name. */
export async function createMethod(ctx: StaffCtx, input: ParsedOf<typeof wallet.createMethod>['body']) {
  assertOfferable('transfer', input);
  const known = await rows.findMethods(ctx);
  const code = codeFor(
    input.name,
    known.map((method) => method.code),
  );
  await rows.insertMethod(ctx, code, input).catch(refuseName);
  await changed(ctx, 'wallet.createMethod', code, input);
  return { code, kind: 'transfer' as const, ...input, version: 1 };
}

/** Changes a method; used by finance and by the demo workspace. */
export async function saveMethod(ctx: Ctx, code: string, input: ParsedOf<typeof wallet.saveMethod>['body']) {
  const { version, ...changes } = input;
  const known = (await rows.findMethods(ctx)).find((method) => method.code === code);
  if (!known) throw notFound('method');
  assertOfferable(known.kind, changes);
  if (!(await rows.updateMethod(ctx, code, version, changes).catch(refuseName))) {
    throw appError('stale_version', { text: 'wallet.method_changed' });
  }
  await changed(ctx, 'wallet.saveMethod', code, changes);
  return { ...known, ...changes, version: version + 1 };
}

function assertOfferable(kind: rows.MethodRow['kind'], { active, details, ...method }: rows.MethodChanges): void {
  if (kind === 'transfer' && active && details.length === 0) {
    throw appError('invalid_input', { text: 'wallet.details_missing' }, 'details');
  }
  const { least, most } = rechargeBounds(method);
  if (least > most) throw appError('invalid_input', { text: 'wallet.limits_crossed' }, 'max_amount');
  const starts = method.bonus_tiers.map(({ from }) => from);
  if (new Set(starts).size < starts.length)
    throw appError('invalid_input', { text: 'wallet.tier_twice' }, 'bonus_tiers');
}

const longestCode = 30;

/** `Payoneer (USD)` → `payoneer_usd`; the ledger's accounts take letters and underscores only. */
function codeFor(name: string, taken: readonly string[]): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '_')
    .slice(0, longestCode)
    .replaceAll(/^_|_$/g, '');
  const code = words === '' ? 'method' : words;
  const others = Array.from('bcdefghijklmnopqrstuvwxyz', (letter) => `${code}_${letter}`);
  const free = [code, ...others].find((one) => !taken.includes(one));
  if (free === undefined) throw nameTaken();
  return free;
}

const nameTaken = () => appError('name_taken', { text: 'wallet.method_name_taken' }, 'name');

/** Two members of staff may save one name at once: the database has the last word. */
function refuseName(error: unknown): never {
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
  throw ['recharge_methods_name_key', 'recharge_methods_pkey'].includes(constraint) ? nameTaken() : error;
}

async function changed(ctx: Ctx, action: string, code: string, details: rows.MethodChanges): Promise<void> {
  await audit(ctx, { action, entity: 'recharge_methods', entity_id: code, account_id: null, details });
  publish(ctx, { account_id: null, kind: 'wallet.changed' });
}
