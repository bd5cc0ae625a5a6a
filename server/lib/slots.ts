/** Runs at most `size` pieces of work at once; others wait for their turn, in the sequence they came. */
export function slots(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy < size) busy += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve)); // who leaves hands over their slot
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
