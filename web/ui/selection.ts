import { useCallback, useMemo, useState } from 'react';

/** Rows that the user ticked; they stay while pages turn. */
export type Selection<Row> = {
  rows: readonly Row[];
  ids: readonly string[];
  has: (id: string) => boolean;
  /** Replaces the ticked ones among `shown`; others stay. */
  update: (shown: readonly Row[], ticked: (id: string) => boolean) => void;
  clear: () => void;
  /** All rows that match are meant, also those of other pages. */
  everything: boolean;
  takeEverything: () => void;
};

/**
 * Keeps a selection for a `DataTable`. `rowId` must be stable (module level). `scope` is what the list shows (tab, search,
 * filters): with another scope, “all that match” would be other rows, so it is taken back.
 */
export function useSelection<Row>(rowId: (row: Row) => string, scope = ''): Selection<Row> {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(() => new Map());
  const [everythingOf, setEverythingOf] = useState<string>();
  const update = useCallback(
    (shown: readonly Row[], ticked: (id: string) => boolean) => {
      setEverythingOf(undefined);
      setKept((before) => {
        const after = new Map(before);
        for (const row of shown) {
          const id = rowId(row);
          if (ticked(id)) after.set(id, row);
          else after.delete(id);
        }
        return after;
      });
    },
    [rowId],
  );
  const clear = useCallback(() => {
    setEverythingOf(undefined);
    setKept(new Map());
  }, []);
  const takeEverything = useCallback(() => setEverythingOf(scope), [scope]);
  return useMemo(
    () => ({
      rows: [...kept.values()],
      ids: [...kept.keys()],
      has: (id: string) => kept.has(id),
      update,
      clear,
      everything: everythingOf === scope,
      takeEverything,
    }),
    [kept, update, clear, everythingOf, scope, takeEverything],
  );
}
