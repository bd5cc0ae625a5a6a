/** Milliseconds of one action each, in the order they were taken. */
export type Samples = readonly number[];

/** The sample below which `share` (0 to 1) of all lie. */
export function percentile(samples: Samples, share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How long one action takes, in milliseconds, and what it answered. */
export async function timed<T>(action: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const started = performance.now();
  const answer = await action();
  return { ms: performance.now() - started, answer };
}

/** One action after the other, after a warm-up that is not counted. */
export async function oneByOne(options: {
  rounds: number;
  warmup?: number;
  action: (round: number) => Promise<unknown>;
}): Promise<Samples> {
  const { rounds, warmup = Math.ceil(rounds / 10), action } = options;
  for (let round = 0; round < warmup; round += 1) await action(round);
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) samples.push((await timed(() => action(round))).ms);
  return samples;
}

/**
 * The actions in turns, so that a busy moment of the machine meets each of them alike.
 * @returns Samples per name of action.
 */
export async function inTurns<Name extends string>(
  actions: Record<Name, () => Promise<unknown>>,
  rounds: number,
): Promise<Record<Name, Samples>> {
  const names = Object.keys(actions) as Name[]; // its own keys
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>; // made of these names
  for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1) {
    for (const name of names) {
      const { ms } = await timed(actions[name]);
      if (round >= 0) samples[name].push(ms);
    }
  }
  return samples;
}

/** Runs actions on `lanes` connections at once for about `seconds`; each lane does one action after the other. */
export async function atOnce(options: {
  lanes: number;
  seconds: number;
  action: (lane: number, turn: number) => Promise<unknown>;
}): Promise<{ samples: Samples; perSecond: number }> {
  const { lanes, seconds, action } = options;
  const samples: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  const lane = async (number: number) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      samples.push((await timed(() => action(number, turn))).ms);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  return { samples, perSecond: samples.length / ((performance.now() - started) / 1000) };
}
