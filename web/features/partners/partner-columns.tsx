import type { TFunction } from 'i18next';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import type { PartnerLink } from './partners-types.ts';

/** Columns of the partner links. */
export function partnerColumns(t: TFunction<'partners'>): Column<PartnerLink>[] {
  return [
    { id: 'name', header: t('columns.name'), main: true, cell: (link) => <Identity title={link.name} /> },
    { id: 'link', header: t('columns.link'), card: 'fact', cell: (link) => link.link },
    { id: 'domain', header: t('columns.domain'), card: 'fact', cell: (link) => link.domain ?? t('allDomains') },
  ];
}
