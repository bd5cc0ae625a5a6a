import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportLists, listFeatures } from '#contract/list-rules.ts';
import { usePageKeys } from '#web/ui/page-keys.ts';
import { SearchField } from '#web/ui/search-field.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import type { ExportChoice } from './export-dialog.tsx';
import { ListChips } from './list-chips.tsx';
import { ListColumnsMenu } from './list-columns-menu.tsx';
import { ListFilterMenu } from './list-filter-menu.tsx';
import { ListViewsMenu } from './list-views-menu.tsx';
import { ToolButton } from './list-tool.tsx';
import { useMay } from './session.tsx';
import type { ListKit } from './use-list.ts';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

type ListBarProps<Row> = {
  list: ListKit<Row>;
  /** What the search field finds: "Order, SKU, tracking number". */
  search: string;
  /** Files for a purpose that the page offers. */
  exportChoices?: readonly ExportChoice[];
};

/** The filter row of every list: search, filters with their chips, views, columns, export. */
export function ListBar<Row>({ list, search, exportChoices = [] }: ListBarProps<Row>) {
  const { t } = useTranslation('lists');
  const [exporting, setExporting] = useState(false);
  const exported = exportLists.find((name) => name === list.list);
  const mayExport = useMay()(listFeatures[list.list], 'export') && exported !== undefined;
  usePageKeys({ e: () => (mayExport ? setExporting(true) : false) });
  return (
    <>
      <Toolbar
        end={
          <>
            <ListViewsMenu list={list} />
            <ListColumnsMenu list={list} />
            {mayExport && (
              <ToolButton label={t('export.button')} icon={IconDownload} onClick={() => setExporting(true)} />
            )}
          </>
        }
      >
        <SearchField label={search} value={list.url.q} onSearch={(q) => list.url.set({ q })} />
        <ListFilterMenu list={list} />
      </Toolbar>
      <ListChips list={list} />
      {exporting && exported !== undefined && (
        <Suspense>
          <ExportDialog
            list={exported}
            choices={exportChoices}
            query={list.asked}
            columns={list.columns.map((column) => column.id)}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
    </>
  );
}
