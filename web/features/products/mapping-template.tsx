import { Button, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mappingFileRows } from '#contract/mapping-file-rules.ts';
import { formatNumber } from '#web/lib/format.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useDownload } from '#web/components/use-download.ts';
import type { InputOf } from '#contract/endpoint.ts';
import classes from './mapping-file.module.css';

type Template = InputOf<Contract['mappingFiles']['template']>['body'];

/** Fetches the table to fill in: what wants a mapping, or all with what it consists of. */
export function MappingTemplate() {
  const { t, i18n } = useTranslation('mapping-files');
  const [scope, setScope] = useState<NonNullable<Template['scope']>>('unmapped');
  const [made, setMade] = useState<{ rows: number; cut: boolean }>();
  const template = useApiMutation(api.mappingFiles.template);
  const { download } = useDownload();
  const busy = template.input?.body.format;
  const fetchTemplate = async (format: Template['format']) => {
    const answer = await template.run({ body: { format, scope } });
    if (answer === false) return;
    setMade(answer);
    await download(answer.file);
  };
  const most = formatNumber(mappingFileRows, i18n.language);
  return (
    <div className={classes.template}>
      <p className={classes.text}>{t('template.text')}</p>
      <SegmentedControl
        aria-label={t('template.scope')}
        value={scope}
        onChange={setScope}
        data={[
          { value: 'unmapped', label: t('template.unmapped') },
          { value: 'all', label: t('template.all') },
        ]}
      />
      <Group gap={8}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            loading={busy === format}
            disabled={busy !== undefined && busy !== format}
            onClick={() => void fetchTemplate(format)}
          >
            {t(`template.${format}`)}
          </Button>
        ))}
      </Group>
      <p role="status" className={classes.muted}>
        {made &&
          (made.cut
            ? t('template.cut', { most })
            : t('template.made', { count: made.rows, rows: formatNumber(made.rows, i18n.language) }))}
      </p>
    </div>
  );
}
