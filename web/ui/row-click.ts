import type { MouseEvent } from 'react';

/** Whether a click in a row was meant for the row itself: not for a control in it, and not the end of a text selection. */
export function meantForRow(event: MouseEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element) || !event.currentTarget.contains(target)) return false; // came through a portal
  if (target.closest('a, button, input, label, [role="menuitem"]') !== null) return false;
  return window.getSelection()?.isCollapsed ?? true;
}
