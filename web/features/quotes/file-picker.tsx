import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { maxUploadBytes } from '#contract/constants.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { useAction } from '#web/api/use-api-mutation.ts';
import classes from './quotes.module.css';

const pictures = { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'], 'image/webp': ['.webp'] };
type Kept = { id: string; name: string };

type FilePickerProps = {
  files: readonly Kept[];
  most: number;
  /** Sends one file; a refusal is shown here. */
  upload: (file: File) => Promise<Kept>;
  onChange: (files: Kept[]) => void;
  /** No documents. */
  picturesOnly?: boolean;
  error?: string | undefined;
};

/** Several files, sent as soon as they are chosen. */
export function FilePicker({ files, most, upload, onChange, picturesOnly = false, error }: FilePickerProps) {
  const { t } = useTranslation('quotes');
  const { run, busy } = useAction(upload);
  const handleFiles = async (chosen: File[]) => {
    const sent: Kept[] = [];
    for (const file of chosen.slice(0, most - files.length)) {
      const kept = await run(file);
      if (kept !== false) sent.push(kept);
    }
    onChange([...files, ...sent]);
  };
  return (
    <div className={classes.stack}>
      {files.length < most && (
        <FileDrop
          label={t(picturesOnly ? 'files.pictures' : 'files.drop')}
          hint={t(picturesOnly ? 'files.picturesHint' : 'files.hint', { count: most })}
          buttonLabel={t('files.choose')}
          accept={picturesOnly ? pictures : { ...pictures, 'application/pdf': ['.pdf'] }}
          maxBytes={maxUploadBytes}
          file={undefined}
          onFile={() => {}}
          onFiles={(chosen) => void handleFiles(chosen)}
          busy={busy}
          error={error}
        />
      )}
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={file.id}>
              <span>{file.name}</span>
              <CloseButton
                size="sm"
                aria-label={t('files.remove', { name: file.name })}
                onClick={() => onChange(files.filter((known) => known.id !== file.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
