import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import classes from './error-box.module.css';
import { fill, useUiTexts } from './texts.tsx';

/** What can be read from a failure without knowing where it came from. */
function describe(error: unknown): { message: string; requestId: string | undefined } {
  if (!(error instanceof Error)) return { message: '', requestId: undefined };
  const requestId = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined;
  return { message: 'status' in error ? error.message : '', requestId };
}

export type ErrorBoxProps = {
  error: unknown;
  /** What failed and what is safe, in a sentence; a general one by default. */
  title?: string;
  onRetry?: () => void;
};

/** What failed, what is safe, retry, and a number to quote. */
export function ErrorBox({ error, title, onRetry }: ErrorBoxProps) {
  const texts = useUiTexts();
  const { message, requestId } = describe(error);
  return (
    <div className={classes.box} role="alert">
      <IconAlertCircle className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>{title ?? texts.failed}</p>
        {message !== '' && <p className={classes.detail}>{message}</p>}
        {requestId !== undefined && <p className={classes.detail}>{fill(texts.requestId, { id: requestId })}</p>}
      </div>
      {onRetry !== undefined && (
        <Button variant="default" size="xs" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </div>
  );
}
