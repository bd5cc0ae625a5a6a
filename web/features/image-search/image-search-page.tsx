import { useTranslation } from 'react-i18next';
import { useListUrl } from '#web/components/use-list-url.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { uploadFile } from '#web/api/upload.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation, useAction } from '#web/api/use-api-mutation.ts';
import { MySearches } from './my-searches.tsx';
import { PictureSource } from './picture-source.tsx';
import { SearchResults } from './search-results.tsx';
import { DuplicateList } from './duplicate-list.tsx';

const views = ['search', 'mine', 'duplicates'] as const;

/** Search by a picture: what looks alike in the catalogue and among my products, my searches, and duplicates in my stores. */
export function ImageSearchPage() {
  const { t } = useTranslation('image-search');
  const url = useListUrl('search');
  const view = views.find((known) => known === url.tab) ?? 'search';
  const open = (id: string | undefined) => url.show({ search: id, tab: undefined, page: undefined });
  return (
    <Page title={t('title')} state={t(`lead.${view}`)}>
      <Panel padding="none">
        <CountTabs
          label={t('views')}
          value={view}
          onChange={(value) => url.set({ tab: value === 'search' ? undefined : value })}
          tabs={views.map((value) => ({ value, label: t(`view.${value}`) }))}
        />
        {view === 'search' && <SearchView id={url.get('search')} onOpen={open} />}
        {view === 'mine' && <MySearches url={url} onOpen={open} />}
        {view === 'duplicates' && <DuplicateList url={url} />}
      </Panel>
    </Page>
  );
}

/** The place for a picture until there is one, then what was found by it. */
function SearchView({ id, onOpen }: { id: string | undefined; onOpen: (id: string | undefined) => void }) {
  const begun = { refetch: ['imageSearch'] as const, onSuccess: (search: { id: string }) => onOpen(search.id) };
  const byUrl = useApiMutation(api.imageSearch.search, begun);
  const byFile = useAction(async (file: File) => {
    const { id: file_id } = await uploadFile(file, 'image_search');
    return api.imageSearch.search({ body: { file_id } });
  }, begun);
  const search = useApiQuery(api.imageSearch.get, id === undefined ? null : { params: { id } });
  const source = {
    busy: byUrl.busy || byFile.busy,
    onFile: (file: File) => void byFile.run(file),
    onUrl: async (url: string) => (await byUrl.run({ body: { url } })) !== false,
  };
  if (id === undefined || search.error !== null) return <PictureSource {...source} />;
  if (!search.data) return null;
  return <SearchResults key={id} search={search.data} {...source} onNew={() => onOpen(undefined)} />;
}
