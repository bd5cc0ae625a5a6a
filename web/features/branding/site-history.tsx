import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '#web/components/time-cell.tsx';
import { Panel } from '#web/ui/page.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from './branding.module.css';

type SiteChange = AnswerOf<Contract['branding']['changes']>[number];

/** Who changed which fields, newest first (P35). */
export function SiteHistory({ id }: { id: string }) {
  const { t } = useTranslation('branding');
  const changes = useApiQuery(api.branding.changes, { params: { id } });
  const first = changes.data?.at(-1)?.id;
  const words = ({ id: change, fields }: SiteChange) => {
    if (change === first) return t('history.created');
    if (fields.length === 0) return t('history.none');
    return fields.map((field) => t(`fields.${field}` as ParseKeys<'branding'>)).join(', '); // names of the schema's fields
  };
  return (
    <Panel title={t('sections.history')}>
      <ul className={classes.history}>
        {changes.data?.map((change) => (
          <li key={change.id}>
            <span>{words(change)}</span>
            <span className={classes.muted}>
              {change.by ?? t('history.system')} · <TimeCell time={change.at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
