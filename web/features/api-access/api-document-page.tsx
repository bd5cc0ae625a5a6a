import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffRoles } from '#contract/rights.ts';
import { saveJson } from '#web/api/download.ts';
import { type OpenApi, readOpenApi } from '#web/api/open-api.ts';
import { useProfile } from '#web/components/session.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import classes from './api-document-page.module.css';
import { CallEntry, type DocumentedCall } from './call-entry.tsx';

/** The document's calls by feature, those that the search leaves; calls of the provider's staff are for staff. */
function grouped(document: OpenApi, search: string, staff: boolean): Map<string, DocumentedCall[]> {
  const words = search.toLowerCase().split(/\s+/);
  const groups = new Map<string, DocumentedCall[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const text = `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase();
      if (!staff && operation['x-access'].kind === 'staff') continue;
      if (!words.every((word) => text.includes(word))) continue;
      const feature = operation.tags[0] ?? '';
      groups.set(feature, [...(groups.get(feature) ?? []), { method: method.toUpperCase(), path, operation }]);
    }
  }
  return groups;
}

/** `stockOrders` as a heading. */
const titleOf = (feature: string) =>
  feature.charAt(0).toUpperCase() + feature.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Every call of the portal, read from the document that is derived from what is mounted. */
export function ApiDocumentPage() {
  const { t } = useTranslation('api-access');
  const [search, setSearch] = useState('');
  const query = useQuery({ queryKey: ['api-access', 'document'], queryFn: ({ signal }) => readOpenApi(signal) });
  const { roles } = useProfile();
  const staff = staffRoles.some((role) => roles.includes(role));
  const groups = useMemo(() => query.data && grouped(query.data, search, staff), [query.data, search, staff]);
  const count = [...(groups?.values() ?? [])].reduce((sum, calls) => sum + calls.length, 0);
  return (
    <Page
      title={t('title')}
      state={groups && t('state', { count })}
      actions={
        query.data && (
          <Button variant="default" onClick={() => saveJson('tradewind-openapi.json', query.data)}>
            {t('download')}
          </Button>
        )
      }
    >
      <p className={classes.intro}>{t('intro', { origin: window.location.origin })}</p>
      <SearchField label={t('search')} value={search} onSearch={setSearch} />
      {query.error !== null && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={320} radius={6} />}
      {groups?.size === 0 && <EmptyState drawing="search" title={t('none')} />}
      {[...(groups ?? [])]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([feature, calls]) => (
          <Panel key={feature} title={titleOf(feature)} padding="none">
            {calls.map((call) => (
              <CallEntry key={call.operation.operationId} call={call} />
            ))}
          </Panel>
        ))}
    </Page>
  );
}
