import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useAskDiscard } from '../ui/careful.ts';
import { OwnTabContext } from './tab.tsx';

/**
 * Marks that something typed here would be lost with its tab; the shell then asks before the tab goes. The mark is
 * an element and not an effect's note: effects of a hidden page are disconnected, its elements go on telling the truth.
 */
export function Unsaved({ when }: { when: boolean }) {
  const { key } = use(OwnTabContext);
  return when ? <span hidden data-unsaved={key} /> : null;
}

/** Whether the page of a tab, or any page, holds something unsaved. */
export function isUnsaved(key?: string): boolean {
  const marks = [...document.querySelectorAll<HTMLElement>('[data-unsaved]')];
  return key === undefined ? marks.length > 0 : marks.some((mark) => mark.dataset.unsaved === key);
}

/** Asks before an action that would lose what was typed in any page, such as another choice of the client. */
export function useMayLose(): () => Promise<boolean> {
  const { t } = useTranslation();
  const ask = useAskDiscard();
  return async () => !isUnsaved() || (await ask(t('unsaved.somewhere')));
}
