import { Button, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiPages } from '#web/api/use-api-query.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from './comparison.module.css';
import { dayText } from './day-text.ts';
import type { Comparison } from '../stores-types.ts';

type Finding = AnswerOf<Contract['comparisons']['findings']>[number];

/** Orders that did not agree, and what became of each; never what they say. */
export function ComparisonFindings({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('comparisons');
  const query = useApiPages(
    api.comparisons.findings,
    comparison.found > 0 ? { query: { comparison_id: comparison.id, per_page: 10 } } : null,
  );
  const findings = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div>
      <h4 className={classes.subtitle}>{t('findings')}</h4>
      <Table className={classes.findings ?? ''} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('columns.order')}</Table.Th>
            <Table.Th>{t('columns.day')}</Table.Th>
            <Table.Th>{t('columns.what')}</Table.Th>
            <Table.Th>{t('columns.outcome')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {findings.map((finding) => (
            <Row key={finding.external_id} finding={finding} />
          ))}
        </Table.Tbody>
      </Table>
      {query.hasNextPage && (
        <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}

function Row({ finding }: { finding: Finding }) {
  const { t } = useTranslation('comparisons');
  const parts = finding.differs.map((part) => t(`differs.${part}`)).join(', ');
  return (
    <Table.Tr>
      <Table.Td>{finding.order_name ?? finding.external_id}</Table.Td>
      <Table.Td>{dayText(finding.day)}</Table.Td>
      <Table.Td>
        {t(`kind.${finding.kind}`)}
        {parts !== '' && `: ${parts}`}
      </Table.Td>
      <Table.Td>
        <StatusChip tone={finding.outcome === 'healed' ? 'green' : 'amber'} label={t(`outcome.${finding.outcome}`)} />
      </Table.Td>
    </Table.Tr>
  );
}
