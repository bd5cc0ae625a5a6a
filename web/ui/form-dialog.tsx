import { Button, Group } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCareful } from './careful.ts';
import { ModalFrame } from './modal-frame.tsx';
import classes from './form-dialog.module.css';
import { ReadyButton, type Readiness } from './ready-button.tsx';
import { useUiTexts } from './texts.tsx';

export type FormDialogProps = Readiness & {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The verb of the primary button: "Add store". */
  submitLabel: string;
  /** Does the work; answer `false`, or a promise of it, to keep the dialog open (a refused call already showed why). */
  onSubmit: () => unknown;
  /** The form cancels something: beside its button, “Cancel” would be read as that. */
  cancels?: boolean;
  /** Something was typed: closing asks first. */
  dirty?: boolean;
  width?: number;
  /** Fields in one column. */
  children: ReactNode;
};

/** A form in a dialog: one column, the primary button on the left with the fields, busy while it works. */
export function FormDialog(props: FormDialogProps) {
  const { onSubmit, submitLabel, missing, needs, cancels = false, dirty = false, children, ...frame } = props;
  const leave = useCareful(dirty, frame.onClose);
  const texts = useUiTexts();
  const [busy, setBusy] = useState(false);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    setBusy(true);
    try {
      if ((await onSubmit()) !== false) frame.onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <ModalFrame {...frame} onClose={busy ? () => {} : leave}>
      <form className={classes.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
        {children}
        <Group gap={8} className={classes.actions}>
          <ReadyButton type="submit" loading={busy} missing={missing} needs={needs}>
            {submitLabel}
          </ReadyButton>
          <Button variant="default" onClick={leave} disabled={busy}>
            {cancels ? texts.back : texts.cancel}
          </Button>
        </Group>
      </form>
    </ModalFrame>
  );
}
