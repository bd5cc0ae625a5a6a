import { errorToastMs, refusalToastMs, toastMs } from '#contract/constants.ts';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';
/** The way on from what a toast says. */
export type ToastAction = { label: string; go: () => void };
/** Shows a text for `ms` milliseconds and says when it is gone. */
export type ToastSink = (kind: ToastKind, text: string, ms: number, onClose: () => void, action?: ToastAction) => void;

let sink: ToastSink = () => {};
let now: () => number = Date.now;
const ends = new Map<string, number>();

/** Connects the toasts to what shows them; `clock` serves tests. */
export function setToastSink(next: ToastSink, clock: () => number = Date.now): void {
  sink = next;
  now = clock;
  ends.clear();
}

/** Shows a toast unless an equal one is still alive (P23). */
function show(kind: ToastKind, text: string, ms: number, action?: ToastAction): void {
  const key = `${kind}:${text}`;
  const time = now();
  if ((ends.get(key) ?? 0) > time) return;
  for (const [old, end] of ends) if (end <= time) ends.delete(old);
  ends.set(key, time + ms);
  sink(kind, text, ms, () => ends.delete(key), action);
}

/** Toasts with the times of spec §9: 2 s, errors 3 s, refusals 6 s, as long as what has a way on to be clicked. */
export const toast = {
  success: (text: string, action?: ToastAction) => show('success', text, action ? refusalToastMs : toastMs, action),
  info: (text: string) => show('info', text, toastMs),
  warning: (text: string) => show('warning', text, toastMs),
  error: (text: string) => show('error', text, errorToastMs),
  refusal: (text: string) => show('error', text, refusalToastMs),
};
