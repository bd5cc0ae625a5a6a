import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListUrl } from '#web/components/use-list-url.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { useSearch, useSearchActs } from './image-search.api.ts';
import { MySearches } from './my-searches.tsx';
import { PictureSource } from './picture-source.tsx';
import { SearchResults } from './search-results.tsx';
import { TwinList } from './twin-list.tsx';

const views = ['search', 'mine', 'twins'] as const;

/** Search by a picture: what looks alike in the catalogue and among my products, my searches, and twins in my stores. */
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
        {view === 'twins' && <TwinList url={url} />}
      </Panel>
    </Page>
  );
}

/** The place for a picture until there is one, then what was found by it. */
function SearchView({ id, onOpen }: { id: string | undefined; onOpen: (id: string | undefined) => void }) {
  const acts = useSearchActs();
  const [busy, setBusy] = useState(false);
  const search = useSearch(id);
  const begin = async (work: Promise<{ id: string } | false>) => {
    setBusy(true);
    const made = await work;
    setBusy(false);
    if (made !== false) onOpen(made.id);
    return made !== false;
  };
  const source = {
    busy,
    onFile: (file: File) => void begin(acts.byFile(file)),
    onUrl: (address: string) => begin(acts.byUrl(address)),
  };
  if (id === undefined || search.error !== null) return <PictureSource {...source} />;
  if (!search.data) return null;
  return <SearchResults key={id} search={search.data} {...source} onNew={() => onOpen(undefined)} />;
}
