import type { Embedded } from '#server/db/embedded.ts';
import type { Child } from './launch-children.ts';

/** What this launch has started, so that it can be ended in order: processes first, the database last. */
export class Running {
  ending = false;
  embedded: Promise<Embedded> | undefined;
  vite: { close(): Promise<void> } | undefined;
  #children = new Set<Child>();
  #firstSignal: number | undefined;
  #replacing: Promise<void> = Promise.resolve();

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => this.#onSignal());
    }
    process.once('disconnect', () => void this.end(0)); // started by a program that is gone
  }

  #onSignal(): void {
    this.#firstSignal ??= performance.now();
    if (!this.ending) void this.end(0);
    // npm passes on the Ctrl-C that the terminal has already sent: only a later one is a second one.
    else if (performance.now() - this.#firstSignal > 500) void this.#force();
  }

  /** A process without which the rest makes no sense: its end ends everything. */
  add(child: Child): Child {
    this.#keep(child);
    void child.ended.then(async (how) => {
      if (this.ending || !this.#children.delete(child)) return;
      console.error(`${child.name} ended unexpectedly (${how}).`);
      await this.end(1);
    });
    return child;
  }

  /** A process that may end by itself. */
  addPassing(child: Child): Child {
    this.#keep(child);
    void child.ended.then(() => this.#children.delete(child));
    return child;
  }

  #keep(child: Child): void {
    this.#children.add(child);
    if (this.ending) void child.stop(true); // it was started just as everything ends
  }

  /** Tells every process that still listens. */
  report(message: Record<string, unknown>): void {
    for (const child of this.#children) child.report(message);
  }

  /** Ends the process of that name and starts another in its place, one exchange at a time. */
  replace(name: string, start: () => Child): void {
    this.#replacing = this.#replacing.then(async () => {
      if (this.ending) return;
      const old = [...this.#children].find((child) => child.name === name);
      if (old) this.#children.delete(old);
      await old?.stop();
      if (!this.ending) start();
    });
  }

  async end(code: number): Promise<void> {
    if (this.ending) return;
    this.ending = true;
    await this.vite?.close().catch(() => {});
    await Promise.all([...this.#children].map((child) => child.stop()));
    await this.#stopDatabase();
    process.exit(code);
  }

  async #force(): Promise<void> {
    await Promise.all([...this.#children].map((child) => child.stop(true)));
    await this.#stopDatabase(true);
    process.exit(130);
  }

  async #stopDatabase(immediate = false): Promise<void> {
    const embedded = await this.embedded?.catch(() => undefined);
    await embedded?.stop({ immediate });
  }
}
