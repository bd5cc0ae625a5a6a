import 'driver.js/dist/driver.css';
import './tour.css';
import { driver, type DriveStep, type PopoverDOM, type Side } from 'driver.js';

/** The hooks in the order of the tour (spec §2), with the side on which the words stand. */
const stops = [
  ['hamburger', 'bottom'],
  ['breadcrumb', 'bottom'],
  ['search', 'left'],
  ['fullscreen', 'left'],
  ['size', 'left'],
  ['tabs', 'bottom'],
] as const satisfies readonly (readonly [string, Side])[];

export type TourStop = (typeof stops)[number][0];

export type TourTexts = Record<TourStop, { title: string; text: string }> & {
  close: string;
  previous: string;
  next: string;
  done: string;
  progress: (at: number, count: number) => string;
};

const durationMs = 160;
/** What the tour's library takes from a control it has pointed at, whoever had set it. */
const borrowed = ['aria-haspopup', 'aria-expanded', 'aria-controls'];

function remember(elements: readonly Element[]): () => void {
  const kept = elements.map((element) => borrowed.map((name) => element.getAttribute(name)));
  return () =>
    elements.forEach((element, n) => {
      borrowed.forEach((name, i) => {
        const value = kept[n]?.[i] ?? null;
        if (value === null) element.removeAttribute(name);
        else element.setAttribute(name, value);
      });
    });
}

/** The words go in as text: they may be the provider's own, and are never HTML. */
function write(popover: PopoverDOM, texts: TourTexts, stop: TourStop, at: number, count: number): void {
  const last = at === count;
  popover.title.textContent = texts[stop].title;
  popover.description.textContent = texts[stop].text;
  popover.progress.textContent = texts.progress(at, count);
  popover.previousButton.textContent = texts.previous;
  popover.nextButton.textContent = last ? texts.done : texts.next;
  popover.closeButton.ariaLabel = texts.close;
  queueMicrotask(() => popover.nextButton.focus()); // the library focuses Close
}

/**
 * Leads through the parts of the shell that are on the screen; answers how to stop it without a word. The focus goes
 * back to `opener`. `onEnd` is told when the user finishes or dismisses it.
 */
export function startTour(texts: TourTexts, opener: Element | null, onEnd: () => void): () => void {
  const shown = stops.flatMap(([stop, side]) => {
    const element = document.querySelector(`[data-tour="${stop}"]`);
    return element !== null && element.getClientRects().length > 0 ? [{ stop, side, element }] : [];
  });
  const giveBack = remember(shown.map(({ element }) => element));
  const steps = shown.map(({ stop, side, element }, n): DriveStep => {
    const onPopoverRender = (popover: PopoverDOM) => write(popover, texts, stop, n + 1, shown.length);
    return { element, popover: { title: stop, description: stop, side, onPopoverRender } };
  });
  const stop = () => {
    tour.destroy();
    giveBack();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
  const tour = driver({
    steps,
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    duration: durationMs,
    overlayOpacity: 0.6,
    stagePadding: 4,
    stageRadius: 6,
    disableActiveInteraction: true,
    showProgress: true,
    popoverClass: 'tour',
    onDestroyStarted() {
      stop();
      onEnd();
    },
  });
  if (steps.length > 0) tour.drive();
  else onEnd();
  return stop;
}
