type Watch = (event: PopStateEvent) => void;

let watch: Watch | undefined;

/** Begins to listen to Back and Forward. Called before the router mounts: a window tells its listeners in their order. */
export function listenToSteps(): void {
  window.addEventListener('popstate', (event) => watch?.(event));
}

/** Sees each step of Back and Forward before the router does, and may keep it from there; until the answer is called. */
export function watchSteps(next: Watch): () => void {
  watch = next;
  return () => {
    if (watch === next) watch = undefined;
  };
}
