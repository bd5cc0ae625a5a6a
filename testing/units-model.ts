/** Units of one paid line as the actions that succeeded leave them: counted by the test, not read from the columns under test. */
export type ModelLine = {
  order: string;
  paid: number;
  /** As the shop wants it now. */
  wanted: number;
  /** Given back without having left. */
  given: number;
  /** Taken over by replacements without having left. */
  replaced: number;
  /** By parcel: units that left, and of those the ones given back and sent again. */
  parcels: Map<string, { sent: number; refunded: number; again: number }>;
};
export type ModelReplacement = {
  home: string;
  line: string;
  parcel: string | null;
  units: number;
  sent: number;
  /** Its own line, a line of the model as well once it has left: its units can be claimed again. */
  own: string | null;
  state: 'waiting' | 'prepared' | 'sent' | 'cancelled';
};

/** A model of P53 for some orders: what each action that the server took does to units. */
export class UnitsModel {
  readonly lines = new Map<string, ModelLine>();
  readonly replacements = new Map<string, ModelReplacement[]>();
  readonly cancelledByUs = new Set<string>();

  sentOf(line: ModelLine): number {
    return [...line.parcels.values()].reduce((sum, { sent }) => sum + sent, 0);
  }
  /** Paid units that never left: neither given back nor replaced. */
  unsent(line: ModelLine): number {
    return line.paid - line.given - line.replaced - this.sentOf(line);
  }
  linesOf(order: string): [string, ModelLine][] {
    return [...this.lines].filter(([, line]) => line.order === order);
  }

  ship(parcel: string, units: readonly { line_id: string; quantity: number }[]): void {
    for (const { line_id, quantity } of units)
      this.lines.get(line_id)?.parcels.set(parcel, { sent: quantity, refunded: 0, again: 0 });
  }
  refund(line: string, parcel: string | null, units: number): void {
    const found = this.line(line);
    if (parcel === null) found.given += units;
    else this.parcel(line, parcel).refunded += units;
  }
  reship(id: string, home: string, line: string, parcel: string | null, units: number): void {
    if (parcel === null) this.line(line).replaced += units;
    else this.parcel(line, parcel).again += units;
    const made = { home, line, parcel, units, sent: 0, own: null, state: 'waiting' as const };
    this.replacements.set(id, [...(this.replacements.get(id) ?? []), made]);
  }
  /** All of it leaves in one parcel; a replacement has one line. */
  shipReplacement(id: string, parcel: string, units: readonly { line_id: string; quantity: number }[]): void {
    for (const one of this.replacements.get(id) ?? [])
      Object.assign(one, { sent: one.units, state: 'sent', own: units[0]?.line_id ?? null });
    for (const { line_id, quantity: paid } of units)
      this.lines.set(line_id, { order: id, paid, wanted: paid, given: 0, replaced: 0, parcels: new Map() });
    this.ship(parcel, units);
  }
  /** Units that a replacement holds what was paid for: those of it that were given back hold nothing any more. */
  held({ own, units }: ModelReplacement): number {
    const line = own === null ? undefined : this.lines.get(own);
    return units - [...(line?.parcels.values() ?? [])].reduce((sum, { refunded }) => sum + refunded, 0);
  }
  prepare(id: string): void {
    for (const one of this.replacements.get(id) ?? []) one.state = 'prepared';
  }
  /** Its units return to their order: open again there, or given back where that is cancelled. */
  cancelReplacement(id: string): void {
    for (const one of this.replacements.get(id) ?? []) {
      const units = one.units - one.sent;
      one.state = 'cancelled';
      if (one.parcel !== null) this.parcel(one.line, one.parcel).again -= units;
      else {
        this.line(one.line).replaced -= units;
        if (this.cancelledByUs.has(one.home)) this.line(one.line).given += units;
      }
      one.units -= units;
    }
  }
  /** All that has not left of an order; with `whole`, replacements that nobody prepares as well. */
  cancelRemaining(order: string, whole: boolean): void {
    this.cancelledByUs.add(order);
    for (const [id, units] of this.replacements)
      if (whole && units.every((one) => one.home === order && one.parcel === null && one.state === 'waiting'))
        this.cancelReplacement(id);
    for (const [, line] of this.linesOf(order)) line.given += this.unsent(line);
  }
  /** Units that the shop took away. */
  takeBack(order: string): void {
    for (const [, line] of this.linesOf(order)) {
      const settled = this.sentOf(line) + line.replaced;
      line.given += Math.max(0, line.paid - line.given - Math.max(line.wanted, settled));
    }
  }

  /** What breaks P53, as sentences; nothing should. */
  faults(): string[] {
    return [...this.lines].flatMap(([id, line]) => {
      const faults = [...line.parcels].flatMap(([parcel, { sent, refunded, again }]) =>
        refunded + again > sent || Math.min(refunded, again) < 0
          ? [`${parcel}: ${refunded} given back and ${again} sent again of ${sent}`]
          : [],
      );
      if (this.unsent(line) < 0 || Math.min(line.given, line.replaced) < 0)
        faults.push(
          `${id}: ${line.given} given back, ${line.replaced} replaced and ${this.sentOf(line)} sent of ${line.paid}`,
        );
      return faults;
    });
  }

  private line(id: string): ModelLine {
    const found = this.lines.get(id);
    if (!found) throw new Error(`no line ${id} in the model`);
    return found;
  }
  private parcel(line: string, id: string) {
    const found = this.line(line).parcels.get(id);
    if (!found) throw new Error(`no parcel ${id} in the model`);
    return found;
  }
}
