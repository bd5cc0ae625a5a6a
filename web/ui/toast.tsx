import { IconAlertCircle, IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import classes from './toast.module.css';
import { UnbrokenNumbers } from './unbroken-numbers.tsx';

const icons = { success: IconCheck, info: IconInfoCircle, warning: IconAlertTriangle, error: IconAlertCircle } as const;

/** What a toast tells: that something was done, is worth knowing, did not work here, or failed. */
export type ToastLook = keyof typeof icons;
type Action = { label: string; go: () => void };
type Toast = { id: number; kind: ToastLook; text: string; ms: number; onClose: () => void; action: Action | undefined };

const most = 6;
let toasts: readonly Toast[] = [];
let counter = 0;
const listeners = new Set<() => void>();

function put(next: readonly Toast[]): void {
  const gone = toasts.filter((toast) => !next.includes(toast));
  toasts = next;
  for (const toast of gone) toast.onClose();
  for (const listener of listeners) listener();
}

const close = (id: number) => put(toasts.filter((toast) => toast.id !== id));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a plain text for `ms` milliseconds, unless it stands there already; pointer and focus stop its clock. Answers with what closes it. */
export function showToast(
  kind: ToastLook,
  text: string,
  ms: number,
  onClose: () => void = () => {},
  action?: Action,
): () => void {
  const same = toasts.find((toast) => toast.kind === kind && toast.text === text);
  if (same) return () => close(same.id);
  counter += 1;
  const id = counter;
  put([...toasts, { id, kind, text, ms, onClose, action }].slice(-most));
  return () => close(id);
}

/** Escape closes what is shown, but for an Escape that is meant for a dialog or a menu. */
function useEscape(shown: boolean): void {
  useEffect(() => {
    if (!shown) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      const inside = event.target instanceof Element && event.target.closest('[role=dialog], [role=menu]') !== null;
      if (event.key === 'Escape' && !inside) put([]);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [shown]);
}

/** The place where toasts appear; once, at the root. */
export function ToastHost({ closeLabel }: { closeLabel: string }) {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  useEscape(shown.length > 0);
  return (
    <div className={classes.host}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </div>
  );
}

type CardProps = { toast: Toast; closeLabel: string };

function ToastCard({ toast: { id, kind, text, ms, action }, closeLabel }: CardProps) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const left = useRef(ms);
  const still = hovered || focused;
  useEffect(() => {
    if (still) return undefined;
    const started = Date.now();
    const timer = setTimeout(() => close(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [id, still]);
  const Icon = icons[kind];
  const handleAction = () => {
    close(id);
    action?.go();
  };
  return (
    <div
      className={classes.toast}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon className={classes.icon} size={18} stroke={1.75} aria-hidden />
      <span className={classes.text}>
        <UnbrokenNumbers text={text} />
      </span>
      {action && (
        <button type="button" className={classes.action} onClick={handleAction}>
          {action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label={closeLabel} onClick={() => close(id)}>
        <IconX size={14} stroke={1.75} aria-hidden />
      </button>
    </div>
  );
}
