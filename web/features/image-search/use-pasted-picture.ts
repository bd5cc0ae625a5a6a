import { useEffect, useEffectEvent } from 'react';

/** Takes a picture that is pasted anywhere while the page shows; pasted text stays with the field that it was meant for. */
export function usePastedPicture(onFile: (file: File) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', handlePaste);
    return () => document.removeEventListener('paste', handlePaste);
  }, []);
}
