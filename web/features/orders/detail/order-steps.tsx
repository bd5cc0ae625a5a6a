import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';

/** Open the orders before and behind the open one on the page; undefined at its ends. */
export type Around = { previous: (() => void) | undefined; next: (() => void) | undefined };

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
/** A dialog or menu over the drawer has the keys. */
const isCovered = () =>
  document.querySelectorAll('[aria-modal="true"]').length > 1 ||
  document.querySelector('[role="menu"], [role="listbox"]') !== null;

/** Goes to the order before or behind, by buttons or by `[` and `]`, while the drawer stays open. */
export function OrderSteps({ previous, next }: Around) {
  const { t } = useTranslation('orders');
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || isTyping(event) || isCovered()) return;
    const to = event.key === '[' ? previous : event.key === ']' ? next : undefined;
    if (to === undefined) return;
    event.preventDefault();
    to();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  const step = (to: (() => void) | undefined, label: string, Icon: typeof IconChevronLeft) => (
    <ActionIcon variant="default" size="lg" aria-label={label} title={label} disabled={to === undefined} onClick={to}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      {step(previous, t('steps.previous'), IconChevronLeft)}
      {step(next, t('steps.next'), IconChevronRight)}
    </>
  );
}
