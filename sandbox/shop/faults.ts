import { type Db, firstRow, newId, rows } from './sql.ts';

/** Faults of the Admin API, of the consent and token endpoints, and of webhooks. */
export const FAULT_KINDS = [
  'throttled',
  'unauthorized',
  'forbidden',
  'frozen',
  'locked',
  'rate_limited',
  'server_error',
  'slow',
  'timeout',
  'lost_answer',
  'newer_version',
  'token_error',
  'token_fewer_scopes',
  'oauth_wrong_hmac',
  'oauth_stale_timestamp',
  'oauth_other_state',
  'hook_duplicate',
  'hook_late',
  'hook_out_of_order',
  'hook_wrong_signature',
  'hook_lost',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** One sentence per fault, for the shop's page. */
export const FAULT_TEXT: Record<FaultKind, string> = {
  throttled: 'GraphQL answers THROTTLED with HTTP 200',
  unauthorized: 'GraphQL answers 401, as for a dead token',
  forbidden: 'GraphQL answers 403',
  frozen: 'GraphQL answers 402, the shop is frozen',
  locked: 'GraphQL answers 423, the shop is locked',
  rate_limited: 'GraphQL answers 429 with Retry-After',
  server_error: 'GraphQL answers 503',
  slow: 'GraphQL answers late, by the given milliseconds',
  timeout: 'GraphQL never answers and does nothing',
  lost_answer: 'GraphQL does the work, then the connection breaks',
  newer_version: 'GraphQL answers by a newer version than was asked for',
  token_error: 'The token endpoint answers 503',
  token_fewer_scopes: 'The next token lacks the first scope asked for',
  oauth_wrong_hmac: 'The way back from consent is wrongly signed',
  oauth_stale_timestamp: 'The way back from consent is ten minutes old',
  oauth_other_state: 'The way back from consent carries another state',
  hook_duplicate: 'Webhooks arrive twice with one id',
  hook_late: 'Webhooks arrive late, by the given milliseconds',
  hook_out_of_order: 'A webhook waits until the next one has arrived',
  hook_wrong_signature: 'Webhooks are signed with a wrong secret',
  hook_lost: 'Webhooks are never sent',
};

export type FaultSwitch = {
  kind: FaultKind;
  /** `next`: the next `count` times; `probability`: a share `p` of the times, the same ones on every run. */
  mode: 'next' | 'always' | 'probability';
  count?: number;
  p?: number;
  ms?: number;
  seed?: number;
};

export type FaultRow = {
  id: string;
  kind: FaultKind;
  mode: FaultSwitch['mode'];
  remaining: number;
  probability: number;
  ms: number;
  seed: number;
  seen: number;
};

export type Fault = { kind: FaultKind; ms: number };

const GROUPS = {
  api: [
    'throttled',
    'unauthorized',
    'forbidden',
    'frozen',
    'locked',
    'rate_limited',
    'server_error',
    'slow',
    'timeout',
    'lost_answer',
    'newer_version',
  ],
  token: ['token_error', 'token_fewer_scopes'],
  oauth: ['oauth_wrong_hmac', 'oauth_stale_timestamp', 'oauth_other_state'],
  hook: ['hook_duplicate', 'hook_late', 'hook_out_of_order', 'hook_wrong_signature', 'hook_lost'],
} satisfies Record<string, FaultKind[]>;

/** True for a word of `FAULT_KINDS`. */
export function isFaultKind(text: string): text is FaultKind {
  return FAULT_KINDS.some((kind) => kind === text);
}

/** Switches a fault on for a shop; a fault of the same kind is replaced. */
export async function switchFault(db: Db, shopId: string, fault: FaultSwitch): Promise<void> {
  await db.query('delete from shop_faults where shop_id = $1 and kind = $2', [shopId, fault.kind]);
  await db.query(
    `insert into shop_faults (id, shop_id, kind, mode, remaining, probability, ms, seed) values ($1,$2,$3,$4,$5,$6,$7,$8)`,
    [
      await newId(db),
      shopId,
      fault.kind,
      fault.mode,
      fault.mode === 'next' ? (fault.count ?? 1) : 0,
      fault.p ?? 0.5,
      fault.ms ?? 0,
      fault.seed ?? 1,
    ],
  );
}

/** Switches one fault of a shop off, or all of them. */
export async function clearFaults(db: Db, shopId: string, kind?: FaultKind): Promise<void> {
  await db.query('delete from shop_faults where shop_id = $1 and ($2::text is null or kind = $2)', [
    shopId,
    kind ?? null,
  ]);
}

/** The faults that are switched on, in order of their switching. */
export async function listFaults(db: Db, shopId: string): Promise<FaultRow[]> {
  return rows<FaultRow>(db, 'select * from shop_faults where shop_id = $1 order by id', [shopId]);
}

/** A number in [0, 1) that depends on seed and turn only (mulberry32), so that a run can be repeated. */
function drawn(seed: number, turn: number): number {
  let state = (seed * 0x9e3779b1 + turn * 0x6d2b79f5) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
}

function fires(fault: FaultRow): boolean {
  if (fault.mode === 'always') return true;
  if (fault.mode === 'next') return fault.remaining > 0;
  return drawn(fault.seed, fault.seen) < fault.probability;
}

/** The fault that hits this request or delivery, if any; counts it. */
export async function takeFault(db: Db, shopId: string, group: keyof typeof GROUPS): Promise<Fault | null> {
  const found = await rows<FaultRow>(
    db,
    'select * from shop_faults where shop_id = $1 and kind = any($2) order by id',
    [shopId, GROUPS[group]],
  );
  for (const fault of found) {
    // Counted by one statement, so that parallel requests do not share a turn.
    const counted = await firstRow<FaultRow>(
      db,
      `update shop_faults set seen = seen + 1, remaining = greatest(remaining - 1, 0)
       where id = $1 and (mode <> 'next' or remaining > 0) returning *`,
      [fault.id],
    );
    const before = counted && {
      ...counted,
      seen: counted.seen - 1,
      remaining: counted.mode === 'next' ? counted.remaining + 1 : 0,
    };
    if (counted?.mode === 'next' && counted.remaining === 0)
      await db.query('delete from shop_faults where id = $1', [fault.id]);
    if (before && fires(before)) return { kind: fault.kind, ms: fault.ms };
  }
  return null;
}
