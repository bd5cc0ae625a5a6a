import { useEffect, useEffectEvent } from 'react';

/** Ctrl+S (⌘S) saves while the page is the one that is shown; the browser's own dialog stays away. */
export function useSaveKey(save: (() => Promise<boolean>) | undefined): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    void save?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
