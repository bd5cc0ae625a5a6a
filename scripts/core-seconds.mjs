// CPU time of everything that this process starts, read from Linux's /proc.
import { readFileSync, readdirSync } from 'node:fs';

/** @typedef {{ parent: number, started: string, own: number, waited: number }} Process times in seconds */
/** @typedef {Process & { before: number, credited: number, isOrphan: boolean }} Seen */

/** Linux tells times in hundredths of a second, whatever the kernel's own tick is (USER_HZ). */
const ticksPerSecond = 100;
const everyMs = 500;

/**
 * Begins to count. `end()` answers the core-seconds (user + system) since then, of this process and of all that it
 * started, directly or not: a process that was killed, detached or outlived its parent counts like any other. What it
 * cannot see is a process that lived for less than half a second and for which nobody waited, and the last half second
 * of a killed one. Programs that ran before (a PostgreSQL that another run started) do not count. Undefined where
 * there is no /proc.
 * @returns {{ soFar(): number | undefined, end(): number | undefined }}
 */
export function countCoreSeconds() {
  const tree = processTree(process.pid);
  const sample = () => {
    const processes = readProcesses();
    if (processes) tree.sample(processes);
    return processes !== undefined;
  };
  if (!sample()) return { soFar: () => undefined, end: () => undefined };
  const timer = setInterval(sample, everyMs);
  return {
    soFar: tree.seconds,
    end() {
      clearInterval(timer);
      sample();
      return tree.seconds();
    },
  };
}

/**
 * Adds up the samples of a tree of processes. A parent's `waited` time holds that of the children for which it waited,
 * with their last moments and with children too short-lived to be seen; the greater of it and of what the ended
 * children were seen to use counts.
 */
export function processTree(/** @type {number} */ root) {
  /** @type {Map<number, Seen>} */
  const tree = new Map();
  let endedOrphans = 0;
  /** @type {number | undefined} what the first sample saw */
  let atFirst;

  const used = (/** @type {Seen} */ { own, waited, before, credited }) => own + Math.max(waited - before, credited);
  const sum = () => [...tree.values()].reduce((total, one) => total + used(one), endedOrphans);

  /** Takes an ended process, and those below it that ended too, out of the tree; the others below it are orphans. */
  function remove(/** @type {number} */ pid, /** @type {Map<number, Process>} */ running) {
    const ended = tree.get(pid);
    if (!ended) return;
    for (const [child, one] of tree) {
      if (one.parent !== pid || one.isOrphan) continue;
      if (isSame(one, running.get(child))) one.isOrphan = true;
      else remove(child, running);
    }
    tree.delete(pid);
    const parent = ended.isOrphan ? undefined : tree.get(ended.parent);
    if (parent) parent.credited += used(ended);
    else endedOrphans += used(ended);
  }

  function add(/** @type {Map<number, Process>} */ running) {
    const size = tree.size;
    for (const [pid, one] of running) {
      const known = tree.get(pid);
      if (known) Object.assign(known, { own: one.own, waited: one.waited });
      else if (pid === root || tree.has(one.parent)) {
        tree.set(pid, { ...one, before: atFirst === undefined ? one.waited : 0, credited: 0, isOrphan: false });
      }
    }
    if (tree.size > size) add(running);
  }

  return {
    /** @param {Map<number, Process>} running every process of the machine by its id */
    sample(running) {
      for (const [pid, one] of tree) if (!isSame(one, running.get(pid))) remove(pid, running);
      add(running);
      atFirst ??= sum();
    },
    seconds: () => sum() - (atFirst ?? 0),
  };
}

/** Ids are used again; with the moment of its start a process is unmistakable. */
function isSame(/** @type {Process} */ one, /** @type {Process | undefined} */ other) {
  return one.started === other?.started;
}

/** @returns {Map<number, Process> | undefined} */
function readProcesses() {
  if (process.platform !== 'linux') return undefined;
  const running = new Map();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = pid > 0 ? readStat(name) : undefined;
    if (stat) running.set(pid, stat);
  }
  return running;
}

/** @returns {Process | undefined} */
function readStat(/** @type {string} */ pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the program's name, in parentheses, may hold anything
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const seconds = (/** @type {number} */ first) =>
      (Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond;
    return { parent: Number(fields[1]), started: fields[19] ?? '', own: seconds(11), waited: seconds(13) };
  } catch {
    return undefined; // it ended while it was read
  }
}
