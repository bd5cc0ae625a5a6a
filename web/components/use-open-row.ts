import { useState } from 'react';
import type { ListUrl } from './use-list-url.ts';

export type OpenRow<Row> = {
  row: Row | undefined;
  id: string | undefined;
  open: (row: Row) => void;
  close: () => void;
};

/**
 * The row that is open over a list whose rows hold all there is to show; its id is the address's `name`, so that Reload,
 * Back and links open it again. It stays open as it was last seen when an action takes it off the list.
 */
export function useOpenRow<Row>(
  url: ListUrl,
  name: string,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
): OpenRow<Row> {
  const [seen, setSeen] = useState<Row>();
  const id = url.get(name);
  const listed = rows?.find((one) => idOf(one) === id);
  if (listed !== undefined && listed !== seen) setSeen(listed);
  const kept = seen !== undefined && idOf(seen) === id ? seen : undefined;
  return {
    row: listed ?? kept,
    id,
    open: (row) => url.show({ [name]: idOf(row) }),
    close: () => url.show({ [name]: undefined }),
  };
}
