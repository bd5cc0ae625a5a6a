import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bandOf, similarityBands } from '#contract/image-search-rules.ts';
import { type ListUrl, useListUrl } from '#web/components/use-list-url.ts';
import { useMay } from '#web/components/session.tsx';
import { BulkBar } from '#web/ui/bulk-bar.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ThinBar } from '#web/ui/progress.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { RequestQuoteDialog } from '#web/components/request-quote-dialog.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import classes from './image-search.module.css';
import { MapDialog } from './map-dialog.tsx';
import { PictureCrop } from './picture-crop.tsx';
import { Camera, type Source } from './picture-source.tsx';
import { ResultCard } from './result-card.tsx';
import { usePastedPicture } from './use-pasted-picture.ts';
import type { Search, Result, CatalogResult, ResultActions } from './image-search-types.ts';

const among = ['all', 'catalog', 'own'] as const;
type Filters = { among: (typeof among)[number]; priced: boolean; stocked: boolean };

const mostCompared = 4;
const keyOf = (result: Result) => `${result.kind} ${result.id}`;

type Asked = { sku: CatalogResult | null };

/** What narrows the results, as the address has it. */
function useFilters({ get, show }: ListUrl): [Filters, (filters: Filters | undefined) => void] {
  const filters = {
    among: among.find((one) => one === get('among')) ?? 'all',
    priced: get('priced') === '1',
    stocked: get('in_stock') === '1',
  };
  const change = (next: Filters | undefined) =>
    show({
      among: next === undefined || next.among === 'all' ? undefined : next.among,
      priced: next?.priced === true ? '1' : undefined,
      in_stock: next?.stocked === true ? '1' : undefined,
    });
  return [filters, change];
}

/** What was found by a picture: the picture with its crop, filters, results in bands, and the tray for comparing. */
export function SearchResults({ search, onNew, ...source }: { search: Search; onNew: () => void } & Source) {
  const { t } = useTranslation('image-search');
  const may = useMay();
  usePastedPicture(source.onFile);
  const [filters, setFilters] = useFilters(useListUrl());
  const [asked, setAsked] = useState<Asked>();
  const [mapped, setMapped] = useState<CatalogResult>();
  const actions: ResultActions = {
    onAsk: may('quotes', 'edit') ? (sku) => setAsked({ sku }) : undefined,
    onMap: may('products', 'edit') ? setMapped : undefined,
  };
  return (
    <div className={classes.found}>
      <section className={classes.side} aria-label={t('crop.picture')}>
        <PictureCrop search={search} />
        <div className={classes.sideActions}>
          <Button variant="default" onClick={onNew} loading={source.busy}>
            {t('newPicture')}
          </Button>
          <Camera busy={source.busy} onFile={source.onFile} />
        </div>
      </section>
      <div className={classes.main}>
        <FilterRow filters={filters} onChange={setFilters} {...(actions.onAsk && { onAsk: actions.onAsk })} />
        <ResultList search={search} filters={filters} actions={actions} onClear={() => setFilters(undefined)} />
      </div>
      {asked && <RequestDialog search={search} sku={asked.sku} onClose={() => setAsked(undefined)} />}
      {mapped && <MapDialog sku={mapped} onClose={() => setMapped(undefined)} />}
    </div>
  );
}

type FilterRowProps = { filters: Filters; onChange: (filters: Filters) => void; onAsk?: (sku: null) => void };

function FilterRow({ filters, onChange, onAsk }: FilterRowProps) {
  const { t } = useTranslation('image-search');
  return (
    <div className={classes.filters}>
      <SegmentedControl
        aria-label={t('filter.among')}
        data={among.map((value) => ({ value, label: t(`among.${value}`) }))}
        value={filters.among}
        onChange={(value) => onChange({ ...filters, among: among.find((known) => known === value) ?? 'all' })}
      />
      <Checkbox
        label={t('filter.stocked')}
        checked={filters.stocked}
        onChange={(event) => onChange({ ...filters, stocked: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('filter.priced')}
        checked={filters.priced}
        onChange={(event) => onChange({ ...filters, priced: event.currentTarget.checked })}
      />
      {onAsk && (
        <Button className={classes.askUs ?? ''} variant="default" onClick={() => onAsk(null)}>
          {t('requestSourcing')}
        </Button>
      )}
    </div>
  );
}

type ListProps = { search: Search; filters: Filters; actions: ResultActions; onClear: () => void };

function ResultList({ search, filters, actions, onClear }: ListProps) {
  const { t } = useTranslation('image-search');
  const { data, error, isFetching, refetch } = useApiQuery(
    api.imageSearch.results,
    {
      params: { id: search.id },
      query: { among: filters.among, priced: filters.priced ? '1' : '0', in_stock: filters.stocked ? '1' : '0' },
    },
    { keepPrevious: true },
  );
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [comparing, setComparing] = useState(false);
  if (error !== null && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={classes.waiting} role="status" aria-label={t('looking')} />;
  if (data.length === 0) return <Nothing filters={filters} actions={actions} onClear={onClear} />;
  const compared = data.filter((result) => chosen.includes(keyOf(result)));
  const toggle = (result: Result) => {
    const id = keyOf(result);
    setChosen((before) => (before.includes(id) ? before.filter((known) => known !== id) : [...before, id]));
  };
  return (
    <div aria-busy={isFetching}>
      <ThinBar active={isFetching} />
      {similarityBands.map(({ band }) => {
        const results = data.filter((result) => bandOf(result.similarity) === band);
        if (results.length === 0) return null;
        return (
          <section key={band} className={classes.band} aria-label={t(`band.${band}`)}>
            <h2 className={classes.bandTitle}>
              {t(`band.${band}`)} <span className={classes.muted}>{results.length}</span>
            </h2>
            <ul className={classes.grid}>
              {results.map((result) => (
                <ResultCard
                  key={keyOf(result)}
                  result={result}
                  actions={actions}
                  compared={chosen.includes(keyOf(result))}
                  full={compared.length >= mostCompared}
                  onCompare={() => toggle(result)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {compared.length > 0 && (
        <BulkBar count={compared.length} onClear={() => setChosen([])}>
          {compared.length < 2 ? (
            t('compare.oneMore')
          ) : (
            <Button onClick={() => setComparing(true)}>{t('compare.open')}</Button>
          )}
        </BulkBar>
      )}
      {comparing && (
        <CompareDialog results={compared} actions={actions} onRemove={toggle} onClose={() => setComparing(false)} />
      )}
    </div>
  );
}

function Nothing({ filters, actions, onClear }: { filters: Filters; actions: ResultActions; onClear: () => void }) {
  const { t } = useTranslation('image-search');
  const { onAsk } = actions;
  if (filters.among !== 'all' || filters.priced || filters.stocked) {
    const clear = (
      <Button variant="default" onClick={onClear}>
        {t('filter.clear')}
      </Button>
    );
    return <EmptyState drawing="search" title={t('nothing.filtered')} action={clear} />;
  }
  const ask = onAsk && <Button onClick={() => onAsk(null)}>{t('requestSourcing')}</Button>;
  return <EmptyState drawing="search" title={t('nothing.title')} text={t('nothing.text')} action={ask} />;
}

type AskProps = { search: Search /** null: what the picture shows. */; sku: CatalogResult | null; onClose: () => void };

/** Asks an agent for a price: of a catalogue item that was found, or of what the picture shows; the picture goes along. */
function RequestDialog({ search, sku, onClose }: AskProps) {
  const { t } = useTranslation('image-search');
  const ask = useApiMutation(api.quotes.askForPicture);
  return (
    <RequestQuoteDialog
      heading={sku ? t('request.titleSku', { code: sku.code }) : t('requestSourcing')}
      lead={sku ? t('request.leadSku') : t('request.lead')}
      picture={sku?.picture_url ?? search.thumbnail}
      named={{ title: sku?.title ?? '', ...(!sku && { help: t('request.whatHelp') }) }}
      onAsk={(request, title) =>
        ask.run({
          params: { id: search.id },
          body: { ...request, title, ...(sku && { catalog_sku_id: sku.id }) },
        })
      }
      onClose={onClose}
    />
  );
}
