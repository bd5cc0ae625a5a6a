import { Anchor, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '#web/api/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Sheet, SheetPage } from '#web/ui/sheet.tsx';

type PrintFrameProps = {
  label: string;
  note?: string;
  /** Downloads what is shown as a file. */
  file?: ReactNode;
  children: ReactNode;
};

/** The bar of a print page: the way back and a note that stays off the paper. */
export function PrintFrame({ label, note, file, children }: PrintFrameProps) {
  const { t } = useTranslation('invoices');
  return (
    <SheetPage
      label={label}
      printLabel={file ? t('print.print') : undefined}
      bar={
        <>
          <Anchor component={Link} to={paths.invoices}>
            {t('print.back')}
          </Anchor>
          {note !== undefined && <span role="status">{note}</span>}
          {file}
        </>
      }
    >
      {children}
    </SheetPage>
  );
}

type QueryState = { error: unknown; refetch: () => unknown };

/** What stands on the sheet while there is no bill: nothing named, nothing found, not yet, or a failure. */
export function NoBill({ named, query }: { named: boolean; query: QueryState }) {
  const { t } = useTranslation(['invoices', 'shell']);
  const { error } = query;
  if (!named)
    return (
      <Sheet>
        <EmptyState drawing="file" title={t('print.missingId')} />
      </Sheet>
    );
  if (error === null) return <Loader size={28} role="status" aria-label={t('shell:app.loading')} />;
  const unknown = error instanceof ApiError && [400, 404].includes(error.status);
  return (
    <Sheet>
      {unknown ? (
        <EmptyState drawing="lost" title={t('print.notFound')} />
      ) : (
        <ErrorBox error={error} onRetry={() => void query.refetch()} />
      )}
    </Sheet>
  );
}
