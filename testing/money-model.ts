/** Numbers that look random and are the same for the same seed. */
export type Random = { below(n: number): number; chance(percent: number): boolean; pick<T>(list: readonly T[]): T };

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick<T>(list: readonly T[]): T {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
  };
}

const dayMs = 86_400_000;
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

type Part = { from: string; amount: number };
/** How a saved card fills the wallet: below `threshold` it is charged, as far as a day's limit goes. */
type Fill = { enabled: boolean; threshold: number; amount: number; most_a_day: number };
/** Declines after which a card is charged no more, until somebody sets it again. */
const mostDeclines = 3;

type Payment = { parts: Part[]; given: number };

/**
 * What an account's money should be, kept in the plainest way: cash, bonus by lot, and what it may owe. It learns from
 * answers alone and never reads the database. What an operation must be refused with is the answer of each of its methods.
 */
export class MoneyModel {
  constructor(
    /** Whether answers come in the sequence of what they answer: only then can a refusal be foretold. */
    readonly inTurn = true,
  ) {}
  cash = 0;
  /** What withdrawals hold. */
  held = 0;
  limit = 0;
  /** What banks took back and were not made to return: so far may the wallet be below zero. */
  chargedBack = 0;
  today = '';
  /** Whether orders are paid by themselves on the next day. */
  paysByItself = false;
  /** Invoices that can be paid now and are not. */
  readonly due = new Map<string, number>();
  readonly lots = new Map<string, number>();
  readonly #payments = new Map<string, Payment>();
  #fill: Fill | null = null;
  #card: { good: boolean } | null = null;
  #charged = 0;
  #declines = 0;
  #waits = false;
  #limitsAtOnce: number[] = [];

  get bonus(): number {
    return this.#open().reduce((sum, { amount }) => sum + amount, 0);
  }
  get available(): number {
    return this.cash + this.bonus + this.limit;
  }
  get used(): number {
    return Math.min(this.limit, Math.max(0, -this.cash));
  }
  /** Lots that can be spent, the soonest first. */
  #open(): Part[] {
    return [...this.lots]
      .filter(([lot, amount]) => amount > 0 && lot.slice(0, 10) >= this.today)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, amount]) => ({ from, amount }));
  }

  credit(amount: number): null {
    this.cash += amount;
    return null;
  }
  /** A bank takes money back, whether it is there or not; a negative amount comes back from a dispute that was won. */
  chargeBack(amount: number): void {
    this.cash -= amount;
    this.chargedBack += amount;
  }
  debit(amount: number): string | null {
    if (this.inTurn && amount > this.cash) return 'insufficient_balance';
    this.cash -= amount;
    return null;
  }
  hold(amount: number): string | null {
    if (this.inTurn && amount > this.cash) return 'insufficient_balance';
    this.cash -= amount;
    this.held += amount;
    return null;
  }
  release(amount: number): void {
    this.held -= amount;
    this.cash += amount;
  }
  payOut(amount: number): void {
    this.held -= amount;
  }
  setLimit(limit: number): string | null {
    if (this.inTurn && limit < this.used) return 'credit_in_use';
    this.limit = limit;
    if (!this.inTurn) this.#limitsAtOnce.push(limit);
    return null;
  }
  /** Of limits that were set at the same moment any may be the last, whichever was answered first: the wallet shows which. */
  settleLimit(shown: number): void {
    if (this.#limitsAtOnce.length > 1 && this.#limitsAtOnce.includes(shown)) this.limit = shown;
    this.#limitsAtOnce = [];
  }
  grant(lastDay: string, id: string, amount: number): null {
    this.#put(`${lastDay}-${id}`, amount);
    return null;
  }
  pay(key: string, total: number): string | null {
    if (this.inTurn && total > this.available) return 'insufficient_balance';
    const parts: Part[] = [];
    let open = total;
    for (const { from, amount } of this.#open()) {
      const taken = Math.min(amount, open);
      if (taken > 0) parts.push({ from, amount: taken });
      open -= taken;
    }
    if (open > 0) parts.push({ from: 'cash', amount: open });
    for (const { from, amount } of parts) this.#put(from, -amount);
    this.#payments.set(key, { parts, given: 0 });
    return null;
  }
  /** Cash comes back first, then bonus in the sequence in which it was spent; to an expired lot for 30 days more. */
  giveBack(key: string, amount: number): null {
    const payment = this.#payments.get(key);
    if (!payment) throw new Error(`no payment ${key}`);
    let [skip, left] = [payment.given, amount];
    const parts = payment.parts.toSorted((a, b) => Number(b.from === 'cash') - Number(a.from === 'cash'));
    for (const { from, amount: taken } of parts) {
      const skipped = Math.min(skip, taken);
      const back = Math.min(left, taken - skipped);
      [skip, left] = [skip - skipped, left - back];
      const isOver = from !== 'cash' && from.slice(0, 10) < this.today;
      if (back > 0) this.#put(isOver ? `${dayAfter(this.today, 30)}${from.slice(10)}` : from, back);
    }
    payment.given += amount;
    return null;
  }
  get hasCard(): boolean {
    return this.#card !== null;
  }
  get hasFill(): boolean {
    return this.#fill !== null;
  }
  get filled() {
    const low = this.#fill !== null && this.#left < this.#fill.threshold;
    return { today: this.#charged, stopped: this.#declines >= mostDeclines, waits: low && this.#waits };
  }
  saveCard(good: boolean): void {
    this.#card = { good };
    this.#begin();
  }
  setFill(fill: Fill): void {
    this.#fill = fill;
    this.#begin();
  }
  #begin(): void {
    this.#declines = 0;
    this.#waits = false;
  }
  /** What is available once the invoices that can be paid now are paid. */
  get #left(): number {
    return this.available - [...this.due.values()].reduce((sum, amount) => sum + amount, 0);
  }
  /** Charges the card until the balance that unpaid invoices leave is not low any more; a decline waits for another hour. */
  fill(): void {
    while (this.#fill?.enabled && this.#card && !this.#waits && this.#declines < mostDeclines) {
      const { threshold, amount, most_a_day } = this.#fill;
      if (this.#left >= threshold || this.#charged + amount > most_a_day) return;
      if (this.#card.good) {
        this.#charged += amount;
        this.credit(amount);
        this.#begin();
      } else {
        this.#declines += 1;
        this.#waits = this.#declines < mostDeclines;
      }
    }
  }
  passDays(today: string): void {
    this.today = today;
    this.#charged = 0;
    this.#waits = false;
    for (const lot of this.lots.keys()) if (lot.slice(0, 10) < today) this.lots.delete(lot);
  }

  #put(place: string, amount: number): void {
    if (place === 'cash') this.cash += amount;
    else this.lots.set(place, (this.lots.get(place) ?? 0) + amount);
  }
}
