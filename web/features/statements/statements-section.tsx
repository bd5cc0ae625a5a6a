import { Anchor, Button, Group, useComputedColorScheme } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { openDownload } from '#web/api/download.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { DayField } from '#web/components/day-field.tsx';
import { useIsStaff, useMay, useProfile } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { dayInZone } from '#web/lib/day-text.ts';
import { formatMoney } from '#web/lib/format.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { daysOver } from './days-over.ts';

type Statement = AnswerOf<Contract['statements']['list']>[number];

const shownAtFirst = 6;

/** The wallet's signed statements, with the page that verifies them; the wallet's page mounts it. */
export function StatementsSection() {
  const { t, i18n } = useTranslation('statements');
  const scheme = useComputedColorScheme('light');
  const ofClient = useClientEmpty();
  const may = useMay();
  const isStaff = useIsStaff();
  const [perPage, setPerPage] = useState(shownAtFirst);
  const [asking, setAsking] = useState(false);
  const query = useApiQuery(api.statements.list, { query: { per_page: perPage } }, { keepPrevious: true });
  const rows = query.data?.data ?? [];
  const mayTake = may('wallet', 'export');
  return (
    <Panel
      title={t('title')}
      actions={
        mayTake && (
          <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
            {t('issue')}
          </Button>
        )
      }
    >
      <p>
        {t(isStaff ? 'clientAbout' : 'about')}{' '}
        <Anchor
          href={`/verify-statement.html#${new URLSearchParams({ language: i18n.language, scheme })}`}
          target="_blank"
          rel="noopener"
          underline="always"
          inherit
        >
          {t('verify')}
        </Anchor>
      </p>
      {query.error !== null && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && rows.length === 0 && <p>{ofClient('statements', { title: t('empty') }).title}</p>}
      {rows.length > 0 && (
        <PlainTable label={t('title')}>
          <thead>
            <tr>
              <th>{t('columns.period')}</th>
              <th data-align="end">{t('columns.closing')}</th>
              <th data-align="end" data-spare>
                {t('columns.transactions')}
              </th>
              <th data-spare>{t('columns.issued')}</th>
              {mayTake && <th>{t('columns.file')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} statement={row} mayTake={mayTake} />
            ))}
          </tbody>
        </PlainTable>
      )}
      {rows.length === perPage && perPage < 200 && (
        <Button variant="subtle" size="compact-sm" mt={8} onClick={() => setPerPage(200)}>
          {t('more')}
        </Button>
      )}
      {asking && <IssueDialog onClose={() => setAsking(false)} />}
    </Panel>
  );
}

/** A day that a narrow column does not break at its hyphens. */
const unbroken = (day: string) => day.replaceAll('-', '\u2011');

function Row({ statement, mayTake }: { statement: Statement; mayTake: boolean }) {
  const { t, i18n } = useTranslation('statements');
  const link = useApiMutation(api.statements.file);
  const handleTake = async (format: 'json' | 'csv' | 'pdf') => {
    const file = await link.run({ params: { id: statement.id }, body: { format } });
    if (file !== false) openDownload(file.url, file.name);
  };
  const { from, to, closing_balance: amount, currency, transactions, issued_at } = statement;
  return (
    <tr>
      <td>{t('period', { from: unbroken(from), to: unbroken(to) })}</td>
      <td data-align="end">{formatMoney({ amount, currency }, i18n.language)}</td>
      <td data-align="end" data-spare>
        {transactions}
      </td>
      <td data-spare>
        <TimeCell time={issued_at} />
      </td>
      {mayTake && (
        <td aria-label={t('columns.file')}>
          <Group gap={8} wrap="nowrap">
            <Button variant="subtle" size="compact-sm" loading={link.busy} onClick={() => void handleTake('json')}>
              {t('signed')}
            </Button>
            <Button variant="subtle" size="compact-sm" disabled={link.busy} onClick={() => void handleTake('csv')}>
              CSV
            </Button>
            <Button variant="subtle" size="compact-sm" disabled={link.busy} onClick={() => void handleTake('pdf')}>
              PDF
            </Button>
          </Group>
        </td>
      )}
    </tr>
  );
}

/** Asks for the days of a statement; what is over can be had. */
function IssueDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('statements');
  const { account } = useProfile();
  const [days] = useState(() => daysOver(dayInZone(new Date(), account?.time_zone ?? 'UTC')));
  const form = useForm({
    initialValues: days,
    validate: {
      from: (day) => (day === '' ? t('dialog.missing') : null),
      to: (day) => (day === '' ? t('dialog.missing') : null),
    },
  });
  const issue = useApiMutation(api.statements.issue, {
    form,
    refetch: ['statements'],
    onSuccess: () => toast.success(t('dialog.created')),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('dialog.title')}
      submitLabel={t('issue')}
      onSubmit={() => !form.validate().hasErrors && issue.run({ body: form.values })}
    >
      <DayField label={t('dialog.from')} data-autofocus {...form.getInputProps('from')} />
      <DayField label={t('dialog.to')} description={t('dialog.help')} {...form.getInputProps('to')} />
    </FormDialog>
  );
}
