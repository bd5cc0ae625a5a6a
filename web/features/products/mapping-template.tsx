import { Button, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mappingFileRows } from '#contract/mapping-file-rules.ts';
import { formatNumber } from '#web/lib/format.ts';
import { fetchKept, makeTemplate, type Template } from './mapping-file.api.ts';
import classes from './mapping-file.module.css';

/** Fetches the table to fill in: what wants a mapping, or all with what it consists of. */
export function MappingTemplate() {
  const { t, i18n } = useTranslation('mapping-files');
  const [scope, setScope] = useState<NonNullable<Template['scope']>>('unmapped');
  const [busy, setBusy] = useState<Template['format']>();
  const [made, setMade] = useState<{ rows: number; cut: boolean }>();
  const fetchTemplate = async (format: Template['format']) => {
    setBusy(format);
    const answer = await makeTemplate({ format, scope });
    setBusy(undefined);
    if (answer === false) return;
    setMade(answer);
    await fetchKept(answer.file);
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
