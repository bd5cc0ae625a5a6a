import { useCallback, useMemo, useState } from 'react';

/** Rows that the user ticked; they stay while pages turn. */
export type Selection<Row> = {
  rows: readonly Row[];
  ids: readonly string[];
  has: (id: string) => boolean;
  /** Replaces the ticked ones among `shown`; others stay. */
  update: (shown: readonly Row[], ticked: (id: string) => boolean) => void;
  clear: () => void;
};

/** Keeps a selection for a `DataTable`. `rowId` must be stable (module level). */
export function useSelection<Row>(rowId: (row: Row) => string): Selection<Row> {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(() => new Map());
  const update = useCallback(
    (shown: readonly Row[], ticked: (id: string) => boolean) =>
      setKept((before) => {
        const after = new Map(before);
        for (const row of shown) {
          const id = rowId(row);
          if (ticked(id)) after.set(id, row);
          else after.delete(id);
        }
        return after;
      }),
    [rowId],
  );
  const clear = useCallback(() => setKept(new Map()), []);
  return useMemo(
    () => ({ rows: [...kept.values()], ids: [...kept.keys()], has: (id: string) => kept.has(id), update, clear }),
    [kept, update, clear],
  );
}
