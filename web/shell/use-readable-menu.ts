import { useMemo } from 'react';
import { features, staffRoles } from '#contract/rights.ts';
import { readableFeatures } from '#contract/staff-access.ts';
import { clientChoice } from '../api/client-choice.ts';
import { api } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { useProfile } from '../components/session.tsx';
import { isStaff } from '../lib/is-staff.ts';
import { useStore } from '../lib/store.ts';
import { type MenuItem, readableMenu } from './page-table.ts';

/**
 * The menu of staff with the pages that they may read of the client whom they act for or have chosen. Without a client,
 * and until its answer has come, with those that they may read of some client. Members keep the menu of their rights.
 */
export function useReadableMenu(menu: readonly MenuItem[]): readonly MenuItem[] {
  const profile = useProfile();
  const client = useStore(clientChoice);
  const { roles, acting_as: acting, rights } = profile;
  const reads = isStaff(profile) && acting === null;
  const { data: ofClient } = useApiQuery(
    api.clients.readable,
    reads && client !== undefined ? { params: { id: client.id } } : null,
  );
  return useMemo(() => {
    if (acting !== null)
      return readableMenu(
        menu,
        features.filter((feature) => rights[feature]?.includes('view')),
      );
    if (!reads) return menu;
    const own = staffRoles.filter((role) => roles.includes(role));
    return readableMenu(menu, ofClient ?? readableFeatures({ roles: own, isAgent: true }));
  }, [menu, reads, acting, rights, roles, ofClient]);
}
