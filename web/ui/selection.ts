import { useCallback, useMemo, useState } from 'react';

/** Rows that may be taken out of everything; with more, only the ticked ones are left. The server takes as many. */
const maxExcept = 100;

/** Rows that the user ticked; they stay while pages turn, and end with the tab. */
export type Selection<Row> = {
  rows: readonly Row[];
  ids: readonly string[];
  has: (id: string) => boolean;
  /** Replaces the ticked ones among `shown`; others stay. */
  update: (shown: readonly Row[], ticked: (id: string) => boolean) => void;
  clear: () => void;
  /** All rows that match are meant, also those of other pages, but for `except`. */
  everything: boolean;
  /** What was taken out of everything again. */
  except: readonly string[];
  takeEverything: () => void;
};

type Everything = { scope: string; except: ReadonlySet<string> };

/** What is left out of everything once the shown rows are ticked as said; undefined when that is too many to name. */
function exceptAfter(
  before: ReadonlySet<string>,
  shown: readonly string[],
  ticked: (id: string) => boolean,
): ReadonlySet<string> | undefined {
  const after = new Set([...before].filter((id) => !shown.includes(id) || !ticked(id)));
  for (const id of shown) if (!ticked(id)) after.add(id);
  return after.size > maxExcept ? undefined : after;
}

/**
 * Keeps a selection for a `DataTable`. `rowId` must be stable (module level). `scope` is what the list shows (tab, search,
 * filters): with another scope, “all that match” would be other rows, so it is taken back. Another `tab` offers other
 * actions: nothing is ticked there.
 */
export function useSelection<Row>(rowId: (row: Row) => string, scope = '', tab = ''): Selection<Row> {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(() => new Map());
  const [taken, setTaken] = useState<Everything>();
  const [ofTab, setOfTab] = useState(tab);
  if (ofTab !== tab) {
    setOfTab(tab);
    setTaken(undefined);
    setKept(new Map());
  }
  const update = useCallback(
    (shown: readonly Row[], ticked: (id: string) => boolean) => {
      setTaken((before) => {
        const except = before?.scope === scope ? exceptAfter(before.except, shown.map(rowId), ticked) : undefined;
        return except && { scope, except };
      });
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
    [rowId, scope],
  );
  const clear = useCallback(() => {
    setTaken(undefined);
    setKept(new Map());
  }, []);
  const takeEverything = useCallback(() => setTaken({ scope, except: new Set() }), [scope]);
  return useMemo(() => {
    const except = taken?.scope === scope ? taken.except : undefined;
    return {
      rows: [...kept.values()],
      ids: [...kept.keys()],
      has: (id: string) => (except ? !except.has(id) : kept.has(id)),
      update,
      clear,
      everything: except !== undefined,
      except: [...(except ?? [])],
      takeEverything,
    };
  }, [kept, update, clear, taken, scope, takeEverything]);
}
