import { Button, FileButton, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import type { InputOf, AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { saveJson } from '#web/api/download.ts';
import { formatTime } from '#web/lib/format.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from './comparison.module.css';
import type { Comparison } from '../stores-types.ts';

type Verdict = AnswerOf<Contract['comparisons']['verify']>;

type Report = InputOf<Contract['comparisons']['verifyFile']>['body'];
type Verified = { tone: 'green' | 'red'; text: string };

/** The signed report: to keep, and to prove that nobody changed it. */
export function ComparisonReport({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('comparisons');
  const [verified, setVerified] = useState<Verified>();
  const { id, report } = comparison;
  const show = (verdict: Verdict | undefined, whenValid: string) => {
    if (verdict?.valid) setVerified({ tone: 'green', text: whenValid });
    else setVerified({ tone: 'red', text: t(`problem.${verdict?.problem ?? 'unreadable'}`) });
  };
  const download = useApiMutation(api.comparisons.report, {
    onSuccess: (signed) => saveJson(signed.file_name, signed.file),
  });
  const verify = useApiMutation(api.comparisons.verify, {
    onSuccess: (verdict) => show(verdict, t('valid', { number: report?.number ?? '' })),
  });
  const verifyFile = useApiMutation(api.comparisons.verifyFile, {
    onSuccess: (verdict) => show(verdict, t('validFile')),
    onRefusal: () => {
      show(undefined, '');
      return true;
    },
  });
  if (!report) return null;
  const handleFile = async (file: File | null) => {
    if (!file) return;
    const body = readJson(await file.text());
    if (body === undefined) show(undefined, '');
    else await verifyFile.run({ body: body as Report }); // the server checks it
  };
  return (
    <div>
      <h4 className={classes.subtitle}>
        {t('report', { number: report.number })}{' '}
        <span className={classes.muted}>
          <UnbrokenNumbers text={t('signed', { time: formatTime(report.signed_at) })} />
        </span>
      </h4>
      <Group gap={8}>
        <Button
          size="xs"
          variant="default"
          loading={download.busy}
          onClick={() => void download.run({ params: { id } })}
        >
          {t('download')}
        </Button>
        <Button size="xs" variant="default" loading={verify.busy} onClick={() => void verify.run({ params: { id } })}>
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
