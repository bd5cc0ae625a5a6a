import { Button, FileButton, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#web/lib/format.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import classes from './comparison.module.css';
import { type Comparison, useComparisonActs, type Verdict, verifyFile } from './comparisons.api.ts';

type Verified = { tone: 'green' | 'red'; text: string };

/** The signed report: to keep, and to prove that nobody changed it. */
export function ComparisonReport({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('comparisons');
  const acts = useComparisonActs();
  const [verified, setVerified] = useState<Verified>();
  const { id, report } = comparison;
  if (!report) return null;
  const show = (verdict: Verdict | undefined, whenValid: string) => {
    if (verdict?.valid) setVerified({ tone: 'green', text: whenValid });
    else setVerified({ tone: 'red', text: t(`problem.${verdict?.problem ?? 'unreadable'}`) });
  };
  const handleVerify = async () => {
    const verdict = await acts.verify(id);
    if (verdict !== false) show(verdict, t('valid', { number: report.number }));
  };
  const handleFile = async (file: File | null) => {
    if (file) show(await verifyFile(file), t('validFile'));
  };
  return (
    <div>
      <h4 className={classes.subtitle}>
        {t('report', { number: report.number })}{' '}
        <span className={classes.muted}>{t('signed', { time: formatTime(report.signed_at) })}</span>
      </h4>
      <Group gap={8}>
        <Button size="xs" variant="default" onClick={() => void acts.download(id)}>
          {t('download')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void handleVerify()}>
          {t('verify')}
        </Button>
        <FileButton accept="application/json,.json" onChange={(file) => void handleFile(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="subtle">
              {t('verifyFile')}
            </Button>
          )}
        </FileButton>
      </Group>
      <div role="status" className={classes.verdict}>
        {verified && <StatusChip tone={verified.tone} label={verified.text} />}
      </div>
    </div>
  );
}
