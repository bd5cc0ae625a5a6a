import { Anchor, Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { openDownload, saveBytes } from '#web/api/download.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useMay } from '#web/components/session.tsx';
import { useDownload } from '#web/components/use-download.ts';
import { type Job, isOpen, useJob } from '#web/components/use-job.ts';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import classes from './invoices.module.css';

const icon = <IconDownload size={16} stroke={1.6} aria-hidden />;

/** Downloads the PDF of an invoice; one that ended unpaid says so. */
export function InvoicePdfButton({ id }: { id: string }) {
  const { t } = useTranslation('invoices');
  const { run, busy } = useApiMutation(api.invoices.pdf, { onSuccess: ({ url }) => openDownload(url) });
  return (
    <Button variant="default" leftSection={icon} loading={busy} onClick={() => void run({ params: { id } })}>
      {t('pdf.download')}
    </Button>
  );
}

/** Downloads the PDF that was kept when the invoice was issued, where another one is newer. */
export function IssuedPdfButton({ id }: { id: string }) {
  const { t } = useTranslation('invoices');
  const { run, busy } = useApiMutation(api.invoices.pdfIssued, { onSuccess: ({ url }) => openDownload(url) });
  return (
    <Button variant="default" leftSection={icon} loading={busy} onClick={() => void run({ params: { id } })}>
      {t('pdf.issuedCopy')}
    </Button>
  );
}

/** Downloads the receipt of an invoice that was paid after its issue. */
export function ReceiptButton({ id }: { id: string }) {
  const { t } = useTranslation('invoices');
  const { run, busy } = useApiMutation(api.invoices.receipt, { onSuccess: ({ url }) => openDownload(url) });
  return (
    <Button variant="default" leftSection={icon} loading={busy} onClick={() => void run({ params: { id } })}>
      {t('pdf.receipt')}
    </Button>
  );
}

/** Downloads the electronic invoice. */
export function InvoiceUblButton({ id }: { id: string }) {
  const { t } = useTranslation('invoices');
  const { run, busy } = useApiMutation(api.invoices.ubl, { onSuccess: ({ url }) => openDownload(url) });
  return (
    <Button variant="default" leftSection={icon} loading={busy} onClick={() => void run({ params: { id } })}>
      {t('pdf.ubl')}
    </Button>
  );
}

type LinkProps = {
  path:
    | typeof api.invoices.pdf
    | typeof api.invoices.orderPdf
    | typeof api.invoices.creditNotePdf
    | typeof api.invoices.creditNoteUbl;
  id: string;
  says: string;
  label: string;
};

/** A word that downloads a document; `says` is what it does, for those who do not see what stands beside it. */
function DownloadWord({ path, id, says, label }: LinkProps) {
  const { run, busy } = useApiMutation(path, { onSuccess: ({ url }) => openDownload(url) });
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      ta="start"
      disabled={busy}
      aria-label={says}
      onClick={() => void run({ params: { id } })}
    >
      {label}
    </Anchor>
  );
}

type Named = { id: string; number: string };

/** Downloads a credit note as an electronic one. */
export function CreditNoteUbl({ id, number }: Named) {
  const { t } = useTranslation('invoices');
  return (
    <DownloadWord path={api.invoices.creditNoteUbl} id={id} says={t('pdf.creditNoteUbl', { number })} label="XML" />
  );
}

/** A word in a list that downloads the PDF of an invoice. */
export function InvoicePdf({ id, number }: Named) {
  const { t } = useTranslation('invoices');
  return <DownloadWord path={api.invoices.pdf} id={id} says={t('pdf.invoice', { number })} label="PDF" />;
}

/** The same of a billed order. */
export function OrderInvoicePdf({ id, number }: Named) {
  const { t } = useTranslation('invoices');
  return <DownloadWord path={api.invoices.orderPdf} id={id} says={t('pdf.invoice', { number })} label="PDF" />;
}

/** The number of a credit note, or another word, which downloads its PDF. */
export function CreditNotePdf({ id, number, label = number }: Named & { label?: string }) {
  const { t } = useTranslation('invoices');
  return (
    <DownloadWord path={api.invoices.creditNotePdf} id={id} says={t('pdf.creditNote', { number })} label={label} />
  );
}

/** Makes the PDF of a billed order with the buyer's address, for those who may see buyers. */
export function useOrderWithAddress(): { may: boolean; busy: boolean; save: (id: string) => void } {
  const may = useMay()('customers', 'view');
  const { run, busy } = useApiMutation(api.invoices.orderPdfWithAddress, {
    onSuccess: ({ name, content }) => saveBytes(name, 'application/pdf', content),
  });
  return { may, busy, save: (id) => void run({ params: { id } }) };
}

/** The same as a button. */
export function OrderWithAddressButton({ id }: { id: string }) {
  const { t } = useTranslation('invoices');
  const { may, busy, save } = useOrderWithAddress();
  if (!may) return null;
  return (
    <Button variant="default" leftSection={icon} loading={busy} onClick={() => save(id)}>
      {t('pdf.withAddress')}
    </Button>
  );
}

type Many = { ids: readonly string[]; of: 'invoices' | 'invoice_orders' };

/** Puts the PDFs of many documents together: a few at once, more with their progress in a dialog. */
export function PrintButtons({ ids, of }: Many) {
  const { t } = useTranslation('invoices');
  const [job, setJob] = useState<Job>();
  const { run, busy } = useApiMutation(api.invoices.createPrint, { onSuccess: setJob });
  const start = (as: 'pdf' | 'zip') => void run({ body: { ids: [...ids], of, as } });
  return (
    <Group gap={8}>
      <Button variant="default" leftSection={icon} loading={busy} onClick={() => start('pdf')}>
        {t('pdf.download')}
      </Button>
      {ids.length > 1 && (
        <Button variant="default" leftSection={icon} loading={busy} onClick={() => start('zip')}>
          {t('pdf.zip')}
        </Button>
      )}
      {job !== undefined && <PrintDialog key={job.id} started={job} onClose={() => setJob(undefined)} />}
    </Group>
  );
}

/** `result` of a print job, written by the server's own schema. */
type Printed = { file_id: string; name: string; documents: number; missing: number };

function PrintDialog({ started, onClose }: { started: Job; onClose: () => void }) {
  const { t } = useTranslation('invoices');
  const job = useJob(started).data ?? started;
  const { download, busy } = useDownload();
  const printed = job.state === 'done' ? (job.result as Printed) : undefined;
  return (
    <ModalFrame opened onClose={onClose} title={t('pdf.title')} width={440}>
      <div className={classes.printing} aria-live="polite">
        {isOpen(job.state) && (
          <ProgressLine
            label={t('pdf.working')}
            share={job.total === null ? undefined : job.progress / job.total}
            detail={t('pdf.done', { done: job.progress, total: job.total ?? 0 })}
          />
        )}
        {job.state === 'failed' && <p role="alert">{job.failure}</p>}
        {printed !== undefined && (
          <>
            <p>{t('pdf.ready', { count: printed.documents })}</p>
            {printed.missing > 0 && <p>{t('print.someMissing', { count: printed.missing })}</p>}
            <Group gap={8} mt={12}>
              <Button
                data-autofocus
                loading={busy}
                onClick={() => void download({ id: printed.file_id, name: printed.name })}
              >
                {t('pdf.save')}
              </Button>
              <Button variant="default" onClick={onClose}>
                {t('pdf.close')}
              </Button>
            </Group>
          </>
        )}
      </div>
    </ModalFrame>
  );
}
