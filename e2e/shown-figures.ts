import type { Locator } from 'playwright-core';

/** Every amount in a text, in minor units of two digits; with `$` or without, with the minus of any font, joined to its amount or not. */
export const amountsIn = (text: string): number[] =>
  [...text.matchAll(/([-−])?\u2060?\$?(\d[\d,]*)\.(\d{2})(?!\d)/g)].map(([, minus, whole = '', cents = '']) =>
    Number(`${minus ? '-' : ''}${whole.replaceAll(',', '')}${cents}`),
  );
export const amountIn = (text: string): number => amountsIn(text)[0] ?? 0;
export const countIn = (text: string): number => Number(/\d[\d,]*/.exec(text)?.[0].replaceAll(',', '') ?? 0);

/** What is added, or with `less` taken off. */
export type Term = string | { less: string };
const nameOf = (term: Term) => (typeof term === 'string' ? term : term.less);

/**
 * Figures as pages show them, each under the name of its place, and the sums that hold between them. A figure that no sum
 * binds, or that any sum could lose a cent of, is found by planting one.
 */
export class ShownFigures {
  private readonly figures = new Map<string, number>();
  private readonly sums: { what: string; terms: [string, 1 | -1][] }[] = [];

  /** Keeps a figure and answers its name. */
  note(name: string, figure: number): string {
    if (this.figures.has(name)) throw new Error(`${name} was read before`);
    this.figures.set(name, figure);
    return name;
  }

  of(name: string): number {
    const figure = this.figures.get(name);
    if (figure === undefined) throw new Error(`${name} was not read`);
    return figure;
  }

  /** One figure is the sum of others. */
  equal(name: string, ...parts: Term[]): void {
    this.sums.push({
      what: name,
      terms: [[name, -1], ...parts.map((part): [string, 1 | -1] => [nameOf(part), typeof part === 'string' ? 1 : -1])],
    });
  }

  /** The sums that do not hold; with a name, as if that figure were a cent more. */
  broken(planted?: string): string[] {
    return this.sums
      .map(({ what, terms }) => ({
        what,
        off: terms.reduce((all, [name, sign]) => all + sign * (this.of(name) + (name === planted ? 1 : 0)), 0),
      }))
      .filter(({ off }) => off !== 0)
      .map(({ what, off }) => `${what} is ${this.of(what)}, its parts come to ${this.of(what) + off}`);
  }

  /** Figures of which a cent could be wrong without breaking any sum. */
  unbound(): string[] {
    return [...this.figures.keys()].filter((name) => this.broken(name).length === 0);
  }

  get size(): number {
    return this.figures.size;
  }
}

export type ShownRow = Record<string, string>;

/** The rows of a table by the heads of their columns, hidden ones too; its foot comes last. */
export async function rowsOf(table: Locator): Promise<ShownRow[]> {
  const { heads, rows } = await table.evaluate((element) => {
    // as written on the screen: parts of a cell stand on lines of their own
    const texts = (row: Element) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim());
    const [head, ...rest] = [...element.querySelectorAll('tr')].map(texts);
    return { heads: head ?? [], rows: rest };
  });
  return rows.map((cells) => Object.fromEntries(cells.map((cell, place) => [heads[place] ?? '', cell])));
}

/** Names and values of a list of facts. */
export async function factsOf(list: Locator): Promise<ShownRow> {
  const pairs = await list.evaluate((element) =>
    [...element.querySelectorAll('dt')].map((name) => [
      name.innerText.trim(),
      (name.nextElementSibling as HTMLElement | null)?.innerText.trim() ?? '',
    ]),
  );
  return Object.fromEntries(pairs) as ShownRow;
}
