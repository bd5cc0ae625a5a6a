import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';

/** The orders before and behind the open one on the page, undefined at its ends. */
export type Around = { previous: string | undefined; next: string | undefined };

/** The neighbours of an open row. */
export function aroundOf(rows: readonly { id: string }[], id: string | undefined): Around {
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? { previous: undefined, next: undefined } : { previous: rows[at - 1]?.id, next: rows[at + 1]?.id };
}

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
/** A dialog or menu over the drawer has the keys. */
const isCovered = () =>
  document.querySelectorAll('[aria-modal="true"]').length > 1 ||
  document.querySelector('[role="menu"], [role="listbox"]') !== null;

/** Goes to the order before or behind, by buttons or by `[` and `]`, while the drawer stays open. */
export function OrderSteps({ around, onStep }: { around: Around; onStep: (id: string) => void }) {
  const { t } = useTranslation('orders-list');
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || isTyping(event) || isCovered()) return;
    const to = event.key === '[' ? around.previous : event.key === ']' ? around.next : undefined;
    if (to === undefined) return;
    event.preventDefault();
    onStep(to);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  const step = (to: string | undefined, label: string, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && onStep(to)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      {step(around.previous, t('previous'), IconChevronLeft)}
      {step(around.next, t('next'), IconChevronRight)}
    </>
  );
}
