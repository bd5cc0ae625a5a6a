import { useConfirm } from './confirm.tsx';
import { useUiTexts } from './texts.tsx';

/** Asks before typed text is thrown away; the default sentence speaks of what is on the screen. */
export function useAskDiscard(): (text?: string) => Promise<boolean> {
  const texts = useUiTexts();
  const confirm = useConfirm();
  return (text = texts.discardText) =>
    confirm({ title: texts.discardTitle, text, confirmLabel: texts.discard, destructive: true });
}

/** A close that asks first while `dirty`. */
export function useCareful(dirty: boolean, close: () => void): () => void {
  const ask = useAskDiscard();
  return () => {
    if (!dirty) close();
    else void ask().then((yes) => yes && close());
  };
}
