import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClaimUnitsStage, claimUnitsStage } from '#testing/claim-units-stage.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { importOrder, orderFromShop } from '#testing/order-actions-stage.ts';
import { bySize, isSoak, reportProgress } from '#testing/size.ts';
import { UnitsModel } from '#testing/units-model.ts';
import { checkLedger } from '#testing/wallet-fixtures.ts';

let stage: ClaimUnitsStage;
beforeAll(async () => {
  stage = await claimUnitsStage();
});
afterAll(() => stage.test.close());

const kinds = [
  'claim_unsent_reship',
  'claim_sent_reship',
  'claim_refund',
  'claim_partial',
  'leave_claim',
  'decide_left',
  'cancel',
  'ask_cancel',
  'take_back',
  'shop',
  'ship',
  'prepare',
  'ship_replacement',
  'claim_replacement_refund',
  'claim_replacement_reship',
  'prepare_replacement',
  'cancel_replacement',
  'ask_cancel_replacement',
  'parcel_returned',
] as const; // prettier-ignore
type Kind = (typeof kinds)[number];
type Step = { kind: Kind; n: number };
type Start = 'plain' | 'split' | 'merged';
/** Actions that end an order are rare, so that much can happen before. */
const often = kinds.filter((kind) => kind !== 'cancel' && kind !== 'ask_cancel' && kind !== 'parcel_returned');
const anyStep: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...kinds, ...often, ...often), n: fc.nat(5) });
/** How often each action was taken by the server: a walk that reaches nothing shows nothing. */
const reached = new Map<string, number>();
const count = (what: string) => reached.set(what, (reached.get(what) ?? 0) + 1);

/** One client's orders under test, with the model of their units. */
class Walk {
  readonly model = new UnitsModel();
  readonly homes: string[] = [];
  private readonly fromShop = new Map<string, ReturnType<typeof orderFromShop>>();
  private readonly left: { id: string; order: string; line: string; parcel: string | null; units: number }[] = [];
  private minutes = 0;
  before = 0;

  async begin(start: Start): Promise<void> {
    this.before = await stage.cash();
    const first = start === 'merged' ? orderFromShop(stage, [2]) : orderFromShop(stage, [3, 2]);
    const id = await importOrder(stage, first);
    this.homes.push(id);
    if (start === 'split') await this.split(id);
    else if (start === 'merged') await this.merge(id, first);
    this.fromShop.set(id, first);
    must(await stage.pay(this.homes));
    for (const home of this.homes)
      for (const line of (await stage.get(home)).order_lines)
        if (line.current_quantity > 0) {
          const { id: lineId, current_quantity: paid } = line;
          this.model.lines.set(lineId, { order: home, paid, wanted: paid, given: 0, replaced: 0, parcels: new Map() });
        }
  }

  private async split(id: string): Promise<void> {
    const [line] = (await stage.get(id)).order_lines;
    const lines = [{ line_id: line.id, quantity: 2 }];
    const { total } = (await stage.act(id, 'split/preview', { lines })).body.data;
    must(await stage.act(id, 'split', { lines, expected_total: total }));
    const parts = await sqlRows<{ id: string }>(stage.test, `SELECT id FROM orders WHERE split_from = '${id}'`);
    this.homes.push(...parts.map((part) => part.id));
    count('split');
  }

  private async merge(into: string, first: ReturnType<typeof orderFromShop>): Promise<void> {
    const other = await importOrder(stage, { ...orderFromShop(stage, [0, 2]), email: first.email });
    const orders = [{ id: other, version: (await stage.get(other)).version }];
    const { total } = (await stage.act(into, 'merge/preview', { orders })).body.data;
    must(await stage.act(into, 'merge', { orders, expected_total: total }));
    count('merge');
  }

  async take({ kind, n }: Step): Promise<void> {
    const home = this.homes[n % this.homes.length] ?? '';
    const done = await this.actions[kind](home, n);
    count(done ? kind : 'refused');
  }

  private readonly actions: Record<Kind, (home: string, n: number) => Promise<boolean>> = {
    claim_unsent_reship: (home, n) => this.claim(home, n, 'reship', true),
    claim_sent_reship: (home, n) => this.claim(home, n, 'reship', false),
    claim_refund: (home, n) => this.claim(home, n, 'refund', n % 3 === 0),
    claim_partial: (home, n) => this.claim(home, n, 'partial', n % 3 === 0),
    leave_claim: (home, n) => this.claim(home, n, null, n % 2 === 0),
    decide_left: async (home, n) => {
      const claim = this.left.pop();
      return claim ? this.decide(claim, n % 2 === 0 ? 'reship' : 'refund') : this.claim(home, n, null, n % 2 === 0);
    },
    cancel: async (home) => this.ok(await stage.act(home, 'cancel'), () => this.model.cancelRemaining(home, true)),
    ask_cancel: (home) => this.askCancel(home, () => this.model.cancelRemaining(home, false)),
    take_back: async (home) => this.ok(await stage.act(home, 'take_back'), () => this.model.takeBack(home)),
    shop: async (_home, n) => this.shop(n),
    ship: async (home, n) => this.ship(home, n),
    prepare: async (home) => this.ok(await stage.work(home, 'pick'), () => {}),
    ship_replacement: (_home, n) =>
      this.ofReplacement(
        n,
        (id) => stage.ship(id),
        (id, { data }) => {
          const parcel = data.parcels.at(-1);
          this.model.shipReplacement(id, parcel.id, parcel.lines);
        },
      ),
    claim_replacement_refund: (_home, n) => this.claimOfReplacement(n, 'refund'),
    claim_replacement_reship: (_home, n) => this.claimOfReplacement(n, 'reship'),
    prepare_replacement: (_home, n) =>
      this.ofReplacement(
        n,
        (id) => stage.work(id, 'pick'),
        (id) => this.model.prepare(id),
      ),
    cancel_replacement: (_home, n) =>
      this.ofReplacement(
        n,
        (id) => stage.act(id, 'cancel'),
        (id) => this.model.cancelReplacement(id),
      ),
    ask_cancel_replacement: async (_home, n) => {
      const id = this.replacement(n);
      return id !== undefined && this.askCancel(id, () => this.model.cancelReplacement(id));
    },
    parcel_returned: async (home) => {
      const set = `UPDATE parcels SET status = 'returned' WHERE order_id = '${home}' RETURNING id`;
      return (await sqlRows(stage.test, set)).length > 0;
    },
  };

  private ok(answer: { status: number; body: { message?: string } }, then: () => void): boolean {
    if (answer.status === 200) then();
    else if (answer.status !== 422 || !/^.+[.!?]$/s.test(answer.body.message ?? '')) must(answer);
    return answer.status === 200;
  }
  private replacement(n: number): string | undefined {
    const ids = [...this.model.replacements.keys()];
    return ids[n % Math.max(1, ids.length)];
  }
  private async ofReplacement(
    n: number,
    action: (id: string) => ReturnType<typeof stage.act>,
    then: (id: string, body: Awaited<ReturnType<typeof stage.act>>['body']) => void,
  ) {
    const id = this.replacement(n);
    if (id === undefined) return false;
    const answer = await action(id);
    return this.ok(answer, () => then(id, answer.body));
  }
  private async claimOfReplacement(n: number, decision: 'reship' | 'refund'): Promise<boolean> {
    const id = this.replacement(n);
    return id !== undefined && this.claim(id, n, decision, false);
  }
  private async askCancel(id: string, then: () => void): Promise<boolean> {
    if (!this.ok(await stage.act(id, 'cancel_request', { reason: 'Not wanted any more' }), () => {})) return false;
    return this.ok(await stage.answerCancel(id, { accept: true, answer: 'Done' }), then);
  }

  /** Claims one or two units of a line, and has them decided at once unless `decision` is null. */
  private async claim(home: string, n: number, decision: 'reship' | 'refund' | 'partial' | null, unsent: boolean) {
    const { groups } = await stage.claimable(home);
    const fits = ({ parcel }: { parcel: object | null }) => (parcel === null) === unsent;
    const group = groups.findLast(fits) ?? groups[0];
    const free = group?.lines.filter((one: { quantity: number }) => one.quantity > 0) ?? [];
    const line = free[n % free.length] ?? group?.lines[0];
    if (!line) return false;
    const units = Math.min(1 + (n % 2), Math.max(1, line.quantity));
    const parcel: string | null = group.parcel?.id ?? null;
    const wanted = decision === 'reship' ? 'reship' : 'refund';
    const made = await stage.tryClaim(home, parcel, wanted, [{ line_id: line.line_id, quantity: units }]);
    if (!this.ok(made, () => {})) return false;
    const claim = { id: made.body.data.id, order: home, line: line.line_id, parcel, units };
    if (decision) return this.decide(claim, decision);
    this.left.push(claim);
    return true;
  }
  private async decide(claim: (typeof this.left)[number], decision: 'reship' | 'refund' | 'partial'): Promise<boolean> {
    const { id, order, line, parcel, units } = claim;
    const amount = decision === 'partial' ? { amount: 100 } : {};
    return this.ok(await stage.decide(id, { decision, ...amount }), () => {
      if (decision !== 'reship' && (decision === 'refund' || parcel === null)) this.model.refund(line, parcel, units);
      if (decision === 'reship') this.remember.push({ id, order, line, parcel, units });
    });
  }
  private readonly remember: (typeof this.left)[number][] = [];

  /** Adds the replacements that were made by claims to the model. */
  async follow(): Promise<void> {
    for (const { id, order, line, parcel, units } of this.remember.splice(0)) {
      const { reship } = await stage.readClaim(id);
      this.model.reship(reship.id, order, line, parcel, units);
    }
  }

  private async shop(n: number): Promise<boolean> {
    const [home] = this.homes;
    const fromShop = home && this.fromShop.get(home);
    if (!fromShop) return false;
    this.minutes += 1;
    const wanted = [n % 4, (n + 1) % 3];
    const lines = fromShop.lines.map((line, index) => ({ ...line, current_quantity: wanted[index] ?? 0 }));
    await importOrder(stage, { ...fromShop, lines, updated_at: new Date(Date.UTC(2026, 10, 22, 1, this.minutes)) });
    for (const [id, line] of this.model.lines) {
      const [row] = await sqlRows(stage.test, `SELECT current_quantity AS n FROM order_lines WHERE id = '${id}'`);
      line.wanted = Number(row?.n);
    }
    return true;
  }
  private async ship(home: string, n: number): Promise<boolean> {
    const open = (await stage.get(home)).order_lines.filter(
      (line: { open_quantity: number }) => line.open_quantity > 0,
    );
    const lines = open.slice(0, 1 + (n % 2)).map((line: { id: string }) => ({ line_id: line.id, quantity: 1 }));
    const sent = await stage.ship(home, n > 3 || lines.length === 0 ? undefined : lines);
    return this.ok(sent, () => {
      const parcel = sent.body.data.parcels.at(-1);
      this.model.ship(parcel.id, parcel.lines);
    });
  }

  /** The rows say what the model says, and money that went back leaves what replacements are worth. */
  async look() {
    await this.follow();
    await sqlRows(stage.test, `UPDATE parcels SET shipped_at = now() - interval '60 days'`);
    const list = (ids: Iterable<string>) => `(${[...ids].map((id) => `'${id}'`).join(',')})`;
    const rows = await sqlRows(
      stage.test,
      `SELECT id, shipped_quantity AS sent, replaced_quantity AS replaced, least(cancelled_quantity, paid_quantity - shipped_quantity - replaced_quantity) AS given,
         (SELECT coalesce(sum(resent_quantity), 0)::int FROM parcel_lines WHERE line_id = l.id) AS again,
         (SELECT coalesce(sum(refunded_quantity), 0)::int FROM parcel_lines WHERE line_id = l.id) AS refunded,
         (SELECT coalesce(sum(r.quantity - r.cancelled_quantity), 0)::int FROM order_lines r WHERE r.replaces_line_id = l.id) AS elsewhere
       FROM order_lines l WHERE id IN ${list(this.model.lines.keys())} ORDER BY id`,
    );
    const sum = (line: { parcels: Map<string, { refunded: number; again: number }> }, of: 'refunded' | 'again') =>
      [...line.parcels.values()].reduce((all, parcel) => all + parcel[of], 0);
    const expected = [...this.model.lines].map(([id, line]) => {
      const { given, replaced } = line;
      const again = sum(line, 'again');
      const refunded = sum(line, 'refunded');
      return { id, sent: this.model.sentOf(line), replaced, given, again, refunded, elsewhere: replaced + again };
    });
    return {
      faults: this.model.faults(),
      rows,
      expected: expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ...(await this.lookAtMoney(list(this.homes))),
    };
  }

  /** Both goods cost the same, so a unit is worth its share of what was paid for its order, to the cent. */
  private async lookAtMoney(homes: string) {
    const bills = await sqlRows<{ id: string; paid: number; credited: number }>(
      stage.test,
      `SELECT order_id AS id, sum(total)::int AS paid, sum(credited)::int AS credited FROM invoice_orders WHERE order_id IN ${homes} GROUP BY 1`,
    );
    const exceeded = bills.filter(({ id, paid, credited }) => {
      const lines = this.model.linesOf(id).map(([, line]) => line);
      const units = lines.reduce((all, line) => all + line.paid, 0);
      const again = [...this.model.replacements.values()].flat().filter((one) => one.home === id);
      return (
        credited + again.reduce((all, one) => all + Math.floor((paid * this.model.held(one)) / units) - 1, 0) > paid
      );
    });
    const owed = bills.reduce((all, bill) => all + bill.paid - bill.credited, 0);
    return { spent: this.before - (await stage.cash()), owed, exceeded };
  }
}

function must({ status, body }: { status: number; body: unknown }): void {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

/** Sequences that reach each action, whatever the random ones do. */
const step = (kind: Kind, n = 0): Step => ({ kind, n });
const sure: [Start, Step[]][] = [
  [
    'plain',
    [step('claim_unsent_reship', 1), step('shop', 5), step('take_back'), step('cancel_replacement'), step('cancel')],
  ],
  [
    'plain',
    [step('claim_unsent_reship'), step('claim_partial'), step('leave_claim'), step('cancel'), step('decide_left')],
  ],
  [
    'plain',
    [
      step('ship', 5),
      step('claim_sent_reship', 1),
      step('claim_refund', 2),
      step('ship_replacement'),
      step('claim_sent_reship', 1),
      step('parcel_returned'),
    ],
  ],
  ['plain', [step('leave_claim'), step('decide_left'), step('leave_claim', 1), step('cancel')]],
  [
    'plain',
    [step('claim_unsent_reship', 1), step('ship_replacement'), step('claim_replacement_refund'), step('cancel')],
  ],
  [
    'plain',
    [
      step('claim_unsent_reship', 1),
      step('ship_replacement'),
      step('claim_replacement_reship'),
      step('ship_replacement', 1),
      step('claim_replacement_refund', 1),
      step('claim_replacement_refund', 1),
      step('cancel'),
    ],
  ],
  [
    'split',
    [
      step('claim_unsent_reship'),
      step('prepare_replacement'),
      step('cancel'),
      step('ask_cancel_replacement'),
      step('ship', 1),
    ],
  ],
  [
    'merged',
    [
      step('ship', 0),
      step('prepare'),
      step('claim_unsent_reship', 1),
      step('ask_cancel'),
      step('ship_replacement'),
      step('claim_refund', 0),
    ],
  ],
]; // prettier-ignore

describe('claims, cancellations, replacements, store edits, splits and merges in any sequence', () => {
  it('send each paid unit once or give it back once, send again only what left, and never exceed what was paid', async () => {
    const runs = bySize(5, 400);
    let done = 0;
    const walk = async (start: Start, steps: readonly Step[]) => {
      const one = new Walk();
      await one.begin(start);
      for (const next of steps) {
        await one.take(next);
        const { faults, rows, expected, spent, owed, exceeded } = await one.look();
        expect([faults, exceeded]).toEqual([[], []]);
        expect(rows).toEqual(expected);
        expect(spent).toBe(owed);
      }
      expect((await checkLedger(stage.test, stage.account)).ok).toBe(true);
      reportProgress('walks', (done += 1), runs + sure.length);
    };
    for (const [start, steps] of sure) await walk(start, steps);
    const anyWalk = [
      fc.constantFrom<Start>('plain', 'split', 'merged'),
      fc.array(anyStep, { minLength: 6, maxLength: bySize(9, 16) }),
    ] as const;
    await fc.assert(fc.asyncProperty(...anyWalk, walk), { numRuns: runs, endOnFailure: !isSoak });
    const missing = [...kinds, 'split', 'merge'].filter((what) => !reached.get(what));
    process.stdout.write(`  ${[...reached].map(([what, n]) => `${what} ${n}`).join(', ')}\n`);
    expect(missing).toEqual([]);
  });
});
