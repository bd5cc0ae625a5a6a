/** Fetches the value of one key; calls of one turn share a query. */
export type Load<Value> = (id: string) => Promise<Value>;

/** Collects keys until the running turn is over, fetches them together and keeps the answers. */
export function batch<Value>(fetchAll: (ids: string[]) => Promise<Value[]>): Load<Value> {
  const kept = new Map<string, Promise<Value>>();
  let waiting: { id: string; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];

  async function flush(): Promise<void> {
    const turn = waiting;
    waiting = [];
    try {
      const values = await fetchAll(turn.map(({ id }) => id));
      for (const [index, one] of turn.entries()) {
        const value = values[index];
        if (value === undefined) one.reject(new Error(`nothing was fetched for ${one.id}`));
        else one.resolve(value);
      }
    } catch (error) {
      for (const one of turn) one.reject(error);
    }
  }

  return (id) => {
    const known = kept.get(id);
    if (known) return known;
    const made = new Promise<Value>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void flush());
      waiting.push({ id, resolve, reject });
    });
    kept.set(id, made);
    return made;
  };
}
