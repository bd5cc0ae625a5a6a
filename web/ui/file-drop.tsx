import './app-styles.ts';
import { Button, CloseButton } from '@mantine/core';
import type { FileRejection } from '@mantine/dropzone';
import { IconFile, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import classes from './file-drop.module.css';
import { fill, useUiTexts } from './texts.tsx';
import { useMobile } from './use-mobile.ts';

// most who see a page with such a place in a dialog never open it
const DropZone = lazy(async () => ({ default: (await import('@mantine/dropzone')).Dropzone }));

export type FileDropProps = {
  /** What is wanted: "Drop the transfer receipt here". */
  label: string;
  /** Second line: "PDF, PNG or JPEG, up to 10 MB". */
  hint: string;
  /** Words of the button: "Choose file". */
  buttonLabel: string;
  /** MIME types with their endings: `{ 'application/pdf': ['.pdf'] }`. */
  accept: Record<string, string[]>;
  maxBytes: number;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  /** Takes several at once, in the place of `onFile`. */
  onFiles?: (files: File[]) => void;
  busy?: boolean;
  error?: string | undefined;
};

/** A place to drop a file, or several, with a button for everybody else; says why a file was not taken. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, buttonLabel, accept, maxBytes, file, onFile, onFiles, busy = false, error } = props;
  const texts = useUiTexts();
  const mobile = useMobile(); // nothing is dropped or pasted with a finger
  const openRef = useRef<() => void>(null);
  const [refused, setRefused] = useState<string>();
  const handleReject = ([first]: FileRejection[]) => {
    if (first === undefined) return;
    const tooLarge = first.errors.some((one) => one.code === 'file-too-large');
    const values = {
      name: first.file.name,
      limit: `${Math.round(maxBytes / 1024 / 1024)} MB`,
      types: Object.values(accept).flat().join(', '),
    };
    setRefused(fill(tooLarge ? texts.fileTooLarge : texts.fileWrongType, values));
  };
  const handleDrop = (files: File[]) => {
    setRefused(undefined);
    if (onFiles) onFiles(files);
    else onFile(files[0]);
  };
  const problem = refused ?? error;
  return (
    <div>
      {file === undefined ? (
        <Suspense fallback={<div className={classes.waiting} />}>
          <DropZone
            className={classes.zone}
            accept={accept}
            maxSize={maxBytes}
            multiple={onFiles !== undefined}
            loading={busy}
            onDrop={handleDrop}
            onReject={handleReject}
            openRef={openRef}
            activateOnClick={false}
            activateOnKeyboard={false}
            inputProps={{ 'aria-label': label }}
            role="group"
            aria-label={label}
            tabIndex={-1}
          >
            <div className={classes.words}>
              <IconUpload size={22} stroke={1.5} aria-hidden />
              {!mobile && <span className={classes.label}>{label}</span>}
              <span className={classes.hint}>{hint}</span>
              <Button variant="default" size="xs" className={classes.button} onClick={() => openRef.current?.()}>
                {buttonLabel}
              </Button>
            </div>
          </DropZone>
        </Suspense>
      ) : (
        <div className={classes.chosen}>
          <IconFile size={18} stroke={1.75} aria-hidden />
          <span className={classes.name}>{file.name}</span>
          <CloseButton
            size="sm"
            disabled={busy}
            aria-label={fill(texts.remove, { name: file.name })}
            onClick={() => onFile(undefined)}
          />
        </div>
      )}
      {problem !== undefined && (
        <p className={classes.error} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
