import type { Reply, TaskLimits } from './parsing-messages.ts';
import type { Batches, operations, OptionsOf, SingleResults } from './parsing-operations.ts';
import { type End, ParsingProcess, ProcessEnded } from './parsing-process.ts';
import type { Phrase, PlainText, RefusalText } from '../refusal-texts.ts';
import { ParsingRefusal } from './parsing-refusal.ts';

type Name = keyof typeof operations;
export type LaneName = 'files' | 'pictures' | 'json' | 'pdfs';
/**
 * Limits of one task, and how many processes work at once. `seconds` is the process's own processor time, so that a busy
 * machine costs a file nothing; `wallSeconds` is how long its replies may be waited for, so that one that does nothing ends.
 */
export type LaneLimits = TaskLimits & { wallSeconds: number; processes: number };
/** What is reported of a task that its process did not finish. */
export type Failure = { operation: string; pid: number | undefined; why: End | 'failed'; output: string };

const defaultLimits: Record<LaneName, LaneLimits> = {
  files: { seconds: 60, wallSeconds: 240, megabytes: 768, processes: 2 },
  pictures: { seconds: 10, wallSeconds: 40, megabytes: 768, processes: 2 },
  json: { seconds: 10, wallSeconds: 40, megabytes: 768, processes: 1 },
  pdfs: { seconds: 60, wallSeconds: 240, megabytes: 768, processes: 2 },
};

/** So many tasks wait at most for the processes of a lane, and so many of one owner. */
const longestQueue = 100;
const longestQueueOfOne = 10;
/** A process that grew larger than this is not used again. */
const reusableBytes = 256 * 1024 * 1024;
/** How long a process may take to notice that nobody wants its rows. */
const stopMs = 10_000;

type Waiting = { owner: Owner; begin(process: ParsingProcess): void };
type Lane = {
  idle: ParsingProcess[];
  /** Processes that are idle or at work. */
  count: number;
  waiting: Waiting[];
  /** Tasks at work by owner. */
  atWork: Map<Owner, number>;
  /** Owners that a process was given to and that still wait, the longest ago first. */
  served: Set<Owner>;
};
const emptyLane = (): Lane => ({ idle: [], count: 0, waiting: [], atWork: new Map(), served: new Set() });
/** Whose bytes are read: the account or the person that sent them. Null for the portal's own work, which has no share. */
export type Owner = string | null;

/**
 * Processes that read what others send: files, pictures, large JSON. They are started when first needed, ended at their
 * limit of time or memory, and replaced. Lanes are apart, so that a long file does not hold up a picture. Of a lane's
 * processes one owner has half at most, and owners take turns: however many slow files others have waiting, one's own
 * waits for one of each of them at most.
 */
export class ParsingPool {
  /** Limits of the lanes; tests lower them. */
  readonly limits = structuredClone(defaultLimits);
  /** Told of each task that failed for another reason than its bytes. */
  onFailure: (failure: Failure) => void = () => {};
  readonly #lanes = { files: emptyLane(), pictures: emptyLane(), json: emptyLane(), pdfs: emptyLane() };

  /** Runs an operation on bytes in a process of its lane. Throws `ParsingRefusal`. */
  async run<N extends keyof SingleResults>(
    operation: N,
    bytes: Buffer,
    options: OptionsOf<N>,
    owner: Owner = null,
  ): Promise<SingleResults[N]> {
    const task = await this.#begin(operation, bytes, options, owner);
    try {
      const reply = await task.next('task');
      return ('value' in reply ? reply.value : null) as SingleResults[N]; // the process ran this very operation
    } finally {
      this.#release(task);
    }
  }

  /**
   * The batches that an operation makes, made only as fast as they are taken. A process is held until the last one is
   * taken or the generator is left: do nothing slow between them. Throws `ParsingRefusal`.
   */
  async *stream<N extends keyof Batches>(
    operation: N,
    bytes: Buffer,
    options: OptionsOf<N>,
    owner: Owner = null,
  ): AsyncGenerator<Batches[N]> {
    const task = await this.#begin(operation, bytes, options, owner);
    let next: Promise<Reply> | null = task.next('task');
    try {
      while (next !== null) {
        const reply: Reply = await next;
        next = null;
        if (reply.kind !== 'batch') return;
        next = task.next('more');
        next.catch(() => {}); // heard of when it is waited for
        yield reply.value as Batches[N]; // as in `run`
      }
    } finally {
      void this.#leave(task, next);
    }
  }

  /** Ids of the lane's processes that wait for work. */
  idlePids(lane: LaneName): (number | undefined)[] {
    return this.#lanes[lane].idle.map((process) => process.pid);
  }

  /** Ends all processes that are idle. */
  close(): void {
    for (const lane of Object.values(this.#lanes)) {
      lane.count -= lane.idle.length;
      for (const process of lane.idle.splice(0)) process.end('crashed');
    }
  }

  async #begin(operation: Name, bytes: Buffer, options: unknown, owner: Owner): Promise<Task> {
    const lane = operation.slice(0, operation.indexOf('.')) as LaneName; // each operation is named after its lane
    const process = await this.#acquire(lane, owner);
    process.hold(true);
    return new Task(process, { lane, operation, bytes, options, owner }, this.limits[lane], (failure) =>
      this.onFailure(failure),
    );
  }

  async #leave(task: Task, next: Promise<Reply> | null): Promise<void> {
    try {
      if ((await next)?.kind === 'batch') await task.next('stop');
    } catch {
      // nobody waits for it any more
    } finally {
      this.#release(task);
    }
  }

  async #acquire(name: LaneName, owner: Owner): Promise<ParsingProcess> {
    const lane = this.#lanes[name];
    if (this.#hasShare(name, owner)) {
      const process = this.#free(name);
      if (process) return this.#take(lane, owner, process);
    }
    const own = owner === null ? 0 : lane.waiting.filter((task) => task.owner === owner).length;
    if (lane.waiting.length >= longestQueue || own >= longestQueueOfOne)
      throw new ParsingRefusal('busy', { text: 'parsing.busy' });
    return new Promise((resolve) => {
      lane.waiting.push({ owner, begin: (process) => resolve(this.#take(lane, owner, process)) });
    });
  }

  /** Whether another task of this owner may be at work. */
  #hasShare(name: LaneName, owner: Owner): boolean {
    const share = Math.max(1, Math.floor(this.limits[name].processes / 2));
    return owner === null || (this.#lanes[name].atWork.get(owner) ?? 0) < share;
  }

  /** A process that nobody uses, started if there may be another one. */
  #free(name: LaneName): ParsingProcess | undefined {
    const lane = this.#lanes[name];
    for (let process = lane.idle.pop(); process; process = lane.idle.pop()) {
      if (process.alive) return process;
      lane.count -= 1;
    }
    return lane.count < this.limits[name].processes ? this.#start(name) : undefined;
  }

  #take(lane: Lane, owner: Owner, process: ParsingProcess): ParsingProcess {
    if (owner !== null) lane.atWork.set(owner, (lane.atWork.get(owner) ?? 0) + 1);
    lane.served.delete(owner);
    lane.served.add(owner); // now the last
    return process;
  }

  #start(name: LaneName): ParsingProcess {
    this.#lanes[name].count += 1;
    return new ParsingProcess(this.limits[name].megabytes);
  }

  #release({ process, lane: name, owner }: Task): void {
    const lane = this.#lanes[name];
    process.hold(false);
    if (process.alive && process.rss < reusableBytes) lane.idle.push(process);
    else {
      process.end('crashed');
      lane.count -= 1;
    }
    const left = (lane.atWork.get(owner) ?? 0) - 1;
    if (left > 0) lane.atWork.set(owner, left);
    else lane.atWork.delete(owner);
    const next = this.#next(name);
    const free = next && this.#free(name);
    if (!free) return;
    lane.waiting.splice(lane.waiting.indexOf(next), 1);
    next.begin(free);
  }

  /** The first task of whose turn it is: an owner that had none yet, else the one whose last began the longest ago. */
  #next(name: LaneName): Waiting | undefined {
    const { waiting, served } = this.#lanes[name];
    const ready = waiting.filter((task) => this.#hasShare(name, task.owner));
    const turns = [...served];
    for (const owner of turns) if (!waiting.some((task) => task.owner === owner)) served.delete(owner);
    return ready.find((task) => !served.has(task.owner)) ?? firstOf(turns, ready);
  }
}

/** The task of the owner who stands first in the turns. */
const firstOf = (turns: readonly Owner[], tasks: readonly Waiting[]): Waiting | undefined =>
  turns.map((owner) => tasks.find((task) => task.owner === owner)).find((task) => task !== undefined);

type Work = { lane: LaneName; operation: Name; bytes: Buffer; options: unknown; owner: Owner };

/** One operation on its way through a process, and the time that is left for it. */
class Task {
  readonly process: ParsingProcess;
  readonly lane: LaneName;
  readonly owner: Owner;
  readonly #work: Work;
  readonly #limits: LaneLimits;
  readonly #onFailure: (failure: Failure) => void;
  /** Milliseconds for which its replies may still be waited for. */
  #left: number;

  constructor(process: ParsingProcess, work: Work, limits: LaneLimits, onFailure: (failure: Failure) => void) {
    this.process = process;
    this.lane = work.lane;
    this.owner = work.owner;
    this.#work = work;
    this.#limits = { ...limits };
    this.#onFailure = onFailure;
    this.#left = limits.wallSeconds * 1000;
  }

  /** Asks for the next reply. Time counts only while a reply is waited for, not while rows wait to be taken. */
  async next(kind: 'task' | 'more' | 'stop'): Promise<Reply> {
    const { operation, bytes, options } = this.#work;
    try {
      await this.process.ready;
      const since = performance.now();
      const { seconds, megabytes } = this.#limits;
      const limits = { seconds, megabytes };
      const reply =
        kind === 'task'
          ? await this.process.ask({ kind, operation, options, length: bytes.length, limits }, this.#left, bytes)
          : await this.process.ask({ kind }, kind === 'stop' ? stopMs : this.#left);
      this.#left = Math.max(1, this.#left - (performance.now() - since));
      if (reply.kind === 'refused') throw new ParsingRefusal(reply.code, reply.sentence);
      if (reply.kind === 'failed') throw this.#failed('failed', reply.message);
      return reply;
    } catch (error) {
      throw error instanceof ProcessEnded ? this.#failed(error.why, error.output) : error;
    }
  }

  #failed(why: Failure['why'], output: string): ParsingRefusal {
    this.#onFailure({ operation: this.#work.operation, pid: this.process.pid, why, output });
    const { seconds, wallSeconds, megabytes } = this.#limits;
    const stopped = (limit: Phrase): Phrase => ({ text: stopTexts[this.lane], params: { limit } });
    if (why === 'cpu')
      return new ParsingRefusal('time_limit', stopped({ text: 'parsing.seconds_of_computing', params: { seconds } }));
    if (why === 'time')
      return new ParsingRefusal('time_limit', stopped({ text: 'parsing.seconds', params: { seconds: wallSeconds } }));
    if (why === 'memory')
      return new ParsingRefusal('memory_limit', stopped({ text: 'parsing.memory', params: { megabytes } }));
    return new ParsingRefusal('crashed', { text: crashTexts[this.lane] });
  }
}

const stopTexts = {
  files: 'parsing.file_stopped',
  pictures: 'parsing.picture_stopped',
  json: 'parsing.request_stopped',
  pdfs: 'parsing.pdf_stopped',
} as const satisfies Record<LaneName, RefusalText>;
const crashTexts = {
  files: 'parsing.file_crashed',
  pictures: 'parsing.picture_unreadable',
  json: 'parsing.request_crashed',
  pdfs: 'parsing.pdf_crashed',
} as const satisfies Record<LaneName, PlainText>;

/** The pool of this process. */
export const parsing = new ParsingPool();
