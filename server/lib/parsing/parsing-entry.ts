import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { limitMarks, type Reply, type Request, type TaskLimits } from './parsing-messages.ts';
import { operations } from './parsing-operations.ts';
import { ParsingRefusal } from './parsing-refusal.ts';

// A process that reads what others send: one task at a time, one reply per request. It holds no secrets, asks for less of the
// processor than the server does, and ends with it.

/** A thread beside the work, which may block: ends the process when it is over a limit, or when the server is gone. */
const watching = `
  const { writeSync } = require('node:fs');
  const { limits, marks } = require('node:worker_threads').workerData;
  const parent = process.ppid;
  setInterval(() => {
    const [megabytes, cpuSeconds] = limits;
    const { user, system } = process.cpuUsage();
    const over =
      process.memoryUsage.rss() > megabytes * 1024 * 1024 ? 'memory' : (user + system) / 1e6 > cpuSeconds ? 'cpu' : null;
    if (over) writeSync(2, marks[over]);
    if (over || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 50);
`;

/** Megabytes of resident memory, and the processor time since the start of the process in seconds, that it may reach. */
const limits = new Float64Array(new SharedArrayBuffer(16)).fill(Infinity);
const arrived: Buffer[] = [];
let wakeInput: (() => void) | null = null;
let takeRequest: ((request: Request) => void) | null = null;

/** The bytes of the task that was announced. */
async function readInput(length: number): Promise<Buffer> {
  const sizeOf = () => arrived.reduce((size, piece) => size + piece.length, 0);
  let size = sizeOf();
  while (size < length) {
    await new Promise<void>((resolve) => {
      wakeInput = resolve;
    });
    size = sizeOf();
  }
  return Buffer.concat(arrived.splice(0), length);
}

const send = (reply: Reply) => process.send?.(reply);
const nextRequest = () =>
  new Promise<Request>((resolve) => {
    takeRequest = resolve;
  });

async function perform({ operation, options, length, limits: allowed }: Request & { kind: 'task' }): Promise<void> {
  const bytes = await readInput(length);
  limit(allowed);
  const reply = await replyTo(operation, bytes, options);
  limit({ megabytes: Infinity, seconds: Infinity });
  send(reply);
}

function limit({ megabytes, seconds }: TaskLimits): void {
  const { user, system } = process.cpuUsage();
  limits.set([megabytes, (user + system) / 1e6 + seconds]);
}

async function replyTo(operation: string, bytes: Buffer, options: unknown): Promise<Reply> {
  const rss = () => process.memoryUsage.rss();
  try {
    // The pool is typed by the same table: name, options and reply belong together.
    const action = operations[operation as keyof typeof operations] as (bytes: Buffer, options: unknown) => unknown;
    const result = action(bytes, options);
    if (!isGenerator(result)) return { kind: 'done', value: await result, rss: rss() };
    for await (const value of result) {
      const request = nextRequest();
      send({ kind: 'batch', value });
      if ((await request).kind === 'stop') break;
    }
    return { kind: 'done', value: null, rss: rss() };
  } catch (error) {
    if (error instanceof ParsingRefusal)
      return { kind: 'refused', code: error.code, sentence: error.sentence, rss: rss() };
    return {
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      rss: rss(),
    };
  }
}

const isGenerator = (result: unknown): result is AsyncGenerator =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

setPriority(5);
process.on('SIGINT', () => {}); // the server ends it
process.on('disconnect', () => process.exit());
process.stdin.on('data', (piece: Buffer) => {
  arrived.push(piece);
  wakeInput?.();
});
process.on('message', (request: Request) => {
  if (request.kind === 'task') void perform(request);
  else takeRequest?.(request);
});
const watcher = new Worker(watching, {
  eval: true,
  workerData: { limits, marks: limitMarks },
  resourceLimits: { maxOldGenerationSizeMb: 16 },
});
watcher.once('online', () => send({ kind: 'ready' }));
