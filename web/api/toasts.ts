import { errorToastMs, refusalToastMs, toastMs } from '#contract/constants.ts';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';
/** The way on from what a toast says. */
export type ToastAction = { label: string; go: () => void };
/** Takes a toast away before its time. */
export type CloseToast = () => void;
/** Shows a text for `ms` milliseconds and says when it is gone; answers with what closes it. */
export type ToastSink = (
  kind: ToastKind,
  text: string,
  ms: number,
  onClose: () => void,
  action?: ToastAction,
) => CloseToast | undefined;

let sink: ToastSink = () => undefined;
let now: () => number = Date.now;
const alive = new Map<string, { end: number; close: CloseToast | undefined }>();

/** Connects the toasts to what shows them; `clock` serves tests. */
export function setToastSink(next: ToastSink, clock: () => number = Date.now): void {
  sink = next;
  now = clock;
  alive.clear();
}

/** Shows a toast unless an equal one is still alive (P23); answers with what closes the one that stands. */
function show(kind: ToastKind, text: string, ms: number, action?: ToastAction): CloseToast | undefined {
  const key = `${kind}:${text}`;
  const time = now();
  const same = alive.get(key);
  if (same && same.end > time) return same.close;
  for (const [old, { end }] of alive) if (end <= time) alive.delete(old);
  const close = sink(kind, text, ms, () => alive.delete(key), action);
  alive.set(key, { end: time + ms, close });
  return close;
}

/** Toasts with the times of spec §9: 2 s, errors 3 s, refusals 6 s, as long as what has a way on to be clicked. */
export const toast = {
  success: (text: string, action?: ToastAction) => show('success', text, action ? refusalToastMs : toastMs, action),
  info: (text: string) => show('info', text, toastMs),
  warning: (text: string) => show('warning', text, toastMs),
  error: (text: string) => show('error', text, errorToastMs),
  refusal: (text: string) => show('error', text, refusalToastMs),
};
