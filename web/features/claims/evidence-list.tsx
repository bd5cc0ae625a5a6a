import { Button, CloseButton, FileButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { claimEvidence, type ClaimEvidence } from '#contract/claim-rules.ts';
import { uploadFile } from '#web/api/upload.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { useAction } from '#web/api/use-api-mutation.ts';
import classes from './claims.module.css';

export type Brought = { kind: ClaimEvidence; file_id: string; name: string };
const accept = 'image/jpeg,image/png,image/webp,application/pdf,video/mp4';

type Props = {
  /** What the policy wants to see. */
  wanted: readonly ClaimEvidence[];
  /** What is there already, besides. */
  given?: readonly ClaimEvidence[];
  brought: readonly Brought[];
  onChange: (brought: readonly Brought[]) => void;
};

/** A list to fill: each kind of evidence with its files, those that are wanted first. */
export function EvidenceList({ wanted, given = [], brought, onChange }: Props) {
  const { t } = useTranslation('claims');
  const kinds =
    wanted.length > 0 ? wanted : claimEvidence.filter((kind) => kind === 'photo' || kind === 'buyer_message');
  return (
    <ul className={classes.list}>
      {kinds.map((kind) => (
        <EvidenceLine
          key={kind}
          kind={kind}
          state={wanted.includes(kind) ? stateOf(kind, given, brought) : undefined}
          files={brought.filter((one) => one.kind === kind)}
          onAdd={(file) => onChange([...brought, file])}
          onRemove={(id) => onChange(brought.filter((one) => one.file_id !== id))}
        />
      ))}
      <li className={classes.muted}>{t('fileHint')}</li>
    </ul>
  );
}

/** Sent before, chosen here and not sent yet, or not there. */
const tones = { given: 'green', added: 'amber', missing: 'amber' } as const;

function stateOf(kind: ClaimEvidence, given: readonly ClaimEvidence[], brought: readonly Brought[]) {
  if (given.includes(kind)) return 'given';
  return brought.some((one) => one.kind === kind) ? 'added' : 'missing';
}

type LineProps = {
  kind: ClaimEvidence;
  /** Undefined when nobody asked for it. */
  state: keyof typeof tones | undefined;
  files: readonly Brought[];
  onAdd: (file: Brought) => void;
  onRemove: (fileId: string) => void;
};

function EvidenceLine({ kind, state, files, onAdd, onRemove }: LineProps) {
  const { t } = useTranslation('claims');
  const { run, busy } = useAction((file: File) => uploadFile(file, 'claim_evidence'), {
    onSuccess: ({ id, name }) => onAdd({ kind, file_id: id, name }),
  });
  return (
    <li className={classes.line}>
      {state !== undefined && <StatusChip tone={tones[state]} label={t(`detail.${state}`)} />}
      <FileButton onChange={(file) => file && void run(file)} accept={accept}>
        {(props) => (
          <Button {...props} size="xs" variant="default" loading={busy}>
            {t('add', { kind: t(`kinds.${kind}`) })}
          </Button>
        )}
      </FileButton>
      {files.map((file) => (
        <span key={file.file_id} className={classes.line}>
          {file.name}
          <CloseButton size="xs" aria-label={t('remove', { name: file.name })} onClick={() => onRemove(file.file_id)} />
        </span>
      ))}
    </li>
  );
}
