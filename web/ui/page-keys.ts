import { useEffect, useEffectEvent } from 'react';

let on = true;

/** Single letters as keys can be switched off: who dictates or types by mistake must not act by them (WCAG 2.1.4). */
export function setPageKeys(are: boolean): void {
  on = are;
}

/** Whether a key was pressed for the page: not in a field, not with a modifier, with no dialog or menu open. */
export function meantForPage(event: KeyboardEvent): boolean {
  if (!on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false;
  const { target } = event;
  if (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  ) {
    const isTick = target instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(target.type);
    if (!isTick) return false;
  }
  return document.querySelector('[aria-modal="true"], [role="menu"], [role="listbox"]') === null;
}

/**
 * Keys of the page that shows; a hidden page hears nothing. A handler answers false when the key was not for it.
 * `first` hears a key before the others do. Names are those of `event.key`: `j`, `X` (with shift), `Enter`, `Escape`.
 */
export function usePageKeys(
  keys: Readonly<Record<string, (event: KeyboardEvent) => boolean | undefined | void>>,
  first = false,
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const action = keys[event.key];
    if (action === undefined || !meantForPage(event)) return;
    if (action(event) !== false) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener, { capture: first });
    return () => document.removeEventListener('keydown', listener, { capture: first });
  }, [first]);
}
