const breakpoint = 992; // spec §9; 992 itself is a desktop (P16)

export type Device = 'mobile' | 'desktop';

/** What a device was judged by, in CSS pixels: the body's width, and the window's with its scroll bar. */
export type Widths = { body: number; window: number };

/**
 * The device for these widths (spec §2: by the body's). A body that grows in a window of the same width has only lost its
 * scroll bar, to a dialog or a short page: that switches nothing.
 */
export function deviceOf(now: Widths, before?: { device: Device; window: number }): Device {
  if (now.body < breakpoint) return 'mobile';
  return before?.device === 'mobile' && before.window === now.window ? 'mobile' : 'desktop';
}

const listeners = new Set<() => void>();
let judged: { device: Device; window: number } | undefined;

/** Judges again, unless the page is hidden (spec §4). */
function judge(): void {
  if (judged !== undefined && document.hidden) return;
  const now = { body: document.body.getBoundingClientRect().width, window: window.innerWidth };
  const before = judged?.device;
  judged = { device: deviceOf(now, judged), window: now.window };
  document.documentElement.dataset.device = judged.device; // layout CSS goes by it; first-paint.js makes a first guess
  if (before !== judged.device) for (const listener of listeners) listener();
}

/** The device now. */
export function readDevice(): Device {
  if (judged === undefined) judge();
  return judged?.device ?? 'desktop';
}

/** Calls `listener` when the device switches; answers how to stop that. */
export function onDevice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the width of the body from now on; once, at the start of the page. */
export function watchDevice(): void {
  judge();
  new ResizeObserver(judge).observe(document.body);
  window.addEventListener('resize', judge);
  document.addEventListener('visibilitychange', judge);
}
