import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { limitMarks, type Reply, type Request } from './parsing-messages.ts';

const entry = fileURLToPath(new URL('./parsing-entry.ts', import.meta.url));
/** A bundled entry is JavaScript already. */
const loader = entry.endsWith('.ts') ? [`--import=${import.meta.resolve('tsx')}`] : [];
const startMs = 60_000;
const keptOutput = 4_000;

/** Why a process gives no reply any more: `cpu` is its own processor time, `time` how long it was waited for. */
export type End = 'cpu' | 'time' | 'memory' | 'crashed';

/** A process ended instead of replying; `output` is the end of what it wrote to its standard error. */
export class ProcessEnded extends Error {
  readonly why: End;
  readonly output: string;

  constructor(why: End, output: string) {
    super(`a parsing process ended (${why}): ${output}`);
    this.name = 'ProcessEnded';
    this.why = why;
    this.output = output;
  }
}

type Waiting = { resolve(reply: Reply): void; reject(error: ProcessEnded): void };

/** One process that reads what others send. It is asked one thing at a time, and is never used again once it was ended. */
export class ParsingProcess {
  readonly #child: ChildProcess;
  /** Settles when it can be asked; fails with `ProcessEnded` when it cannot be started. */
  readonly ready: Promise<unknown>;
  /** Bytes of memory that it held after its last task. */
  rss = 0;
  #waiting: Waiting | null = null;
  #end: End | null = null;
  #output = '';
  #over = false;

  /** `megabytes` limits the heap; resident size and processor time are limited per task. */
  constructor(megabytes: number) {
    this.#child = fork(entry, {
      env: { UV_THREADPOOL_SIZE: '2' }, // nothing of the server's own: what reads hostile bytes holds no secrets
      execArgv: [...loader, `--max-old-space-size=${megabytes}`],
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.on('message', (reply: Reply) => this.#settle(reply));
    this.#child.on('error', (error) => this.#note(error.message)); // cannot be started; `close` follows
    this.#child.stdin?.on('error', () => {}); // it ended while it was written to
    this.#child.stderr?.on('data', (piece: Buffer) => this.#note(piece.toString()));
    this.#child.on('close', (_code, signal) => this.#close(signal));
    this.ready = this.#reply(startMs);
    this.ready.catch(() => {}); // whoever asks hears of it
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** It can be asked. */
  get alive(): boolean {
    return !this.#over && this.#end === null;
  }

  /**
   * Sends a request, and the bytes of a task; answers the reply that comes within `ms`, else ends the process and throws
   * `ProcessEnded`. To be called when it is ready.
   */
  async ask(request: Request, ms: number, bytes?: Buffer): Promise<Reply> {
    const reply = this.#reply(ms);
    if (!this.#over) {
      this.#child.send(request);
      if (bytes && bytes.length > 0) this.#child.stdin?.write(bytes);
    }
    return reply;
  }

  /** Ends it at once, whatever it does. */
  end(why: End): void {
    this.#end ??= why;
    this.#child.kill('SIGKILL');
  }

  /** Whether it keeps this process running: only while it works. */
  hold(held: boolean): void {
    const { stdin, stderr, channel } = this.#child;
    // pipes to a child are sockets, which the types do not tell
    for (const part of [this.#child, channel, stdin, stderr] as ({ ref(): void; unref(): void } | null)[])
      if (held) part?.ref();
      else part?.unref();
  }

  async #reply(ms: number): Promise<Reply> {
    if (this.#over) throw new ProcessEnded(this.#end ?? 'crashed', this.#output);
    const timer = setTimeout(() => this.end('time'), ms);
    try {
      return await new Promise<Reply>((resolve, reject) => {
        this.#waiting = { resolve, reject };
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if ('rss' in reply) this.rss = reply.rss;
    waiting?.resolve(reply);
  }

  #note(text: string): void {
    this.#output = (this.#output + text).slice(-keptOutput);
  }

  #close(signal: NodeJS.Signals | null): void {
    this.#over = true;
    // a SIGKILL without a mark that is not ours is the system's, which is out of memory
    const outOfMemory =
      signal === 'SIGKILL' || this.#output.includes(limitMarks.memory) || /heap out of memory/.test(this.#output);
    this.#end ??= this.#output.includes(limitMarks.cpu) ? 'cpu' : outOfMemory ? 'memory' : 'crashed';
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(new ProcessEnded(this.#end, this.#output));
  }
}
