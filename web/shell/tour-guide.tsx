import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../lib/store.ts';
import { promptsDone } from './prompts.ts';
import type { TourTexts } from './tour.ts';
import { endTour, tourWanted } from './tour-state.ts';

const dialogOpen = () => document.querySelector('[aria-modal="true"], [role="menu"]') !== null;

/** By then the focus is back where it was before a menu or dialog that has closed. */
const focusBackMs = 50;

/** Calls `then` once no dialog and no menu is open (P19); answers how to give up waiting. */
function whenNoDialog(then: () => void): () => void {
  if (!dialogOpen()) {
    then();
    return () => {};
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    if (dialogOpen()) return;
    timer = setTimeout(() => {
      observer.disconnect();
      then();
    }, focusBackMs);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

function useTourTexts(): TourTexts {
  const { t } = useTranslation();
  return {
    ...t('tour', { returnObjects: true }),
    progress: (at, count) => t('tour.progress', { at, count }),
  };
}

/** Starts the tour when it is wanted and nothing else asks for the user's attention; its code comes only then. */
export function TourGuide({ mobile }: { mobile: boolean }) {
  const wanted = useStore(tourWanted);
  const ready = useStore(promptsDone);
  const texts = useTourTexts();
  useEffect(() => {
    if (!wanted || !ready) return undefined;
    let over = false;
    let stop = () => {};
    const begin = async () => {
      const { startTour } = await import('./tour.ts');
      if (!over) stop = whenNoDialog(() => (stop = startTour(texts, endTour)));
    };
    void begin();
    return () => {
      over = true;
      stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- words do not change under the tour
  }, [wanted, ready, mobile]);
  return null;
}
