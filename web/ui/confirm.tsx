import { Button, Group } from '@mantine/core';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { ModalFrame } from './modal-frame.tsx';
import classes from './form-dialog.module.css';
import { useUiTexts } from './texts.tsx';

export type Question = {
  title: string;
  /** What will happen, and whether it can be taken back. */
  text: ReactNode;
  /** The verb: "Remove store". */
  confirmLabel: string;
  /** Red only here, at the moment of confirmation. */
  destructive?: boolean;
  /** The action is itself a cancellation: beside it, “Cancel” would be read as that. */
  cancels?: boolean;
};

type Ask = (question: Question) => Promise<boolean>;
type Asked = { question: Question; answer: (yes: boolean) => void };

const Confirming = createContext<Ask>(() => Promise.resolve(false));

/** The second half of a double click on an answer must not hit what lay beneath: a drawer would close. */
function dropSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.stopPropagation();
}

/** Provides `useConfirm`; once, around the pages. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const texts = useUiTexts();
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((answer) => {
        // after the event has passed: an Escape that asks must not be taken for the answer as well
        setTimeout(() => {
          setAsked({ question, answer });
          setOpened(true);
        });
      }),
    [],
  );
  const finish = (yes: boolean) => {
    setOpened(false);
    window.addEventListener('click', dropSecondClick, { capture: true, once: true });
    asked?.answer(yes);
  };
  return (
    <Confirming value={ask}>
      {children}
      {asked !== undefined && (
        <ModalFrame opened={opened} onClose={() => finish(false)} title={asked.question.title} width={440}>
          <div className={classes.words}>{asked.question.text}</div>
          <Group gap={8}>
            <Button
              color={asked.question.destructive === true ? 'var(--tw-danger)' : 'accent'}
              onClick={() => finish(true)}
              data-autofocus
            >
              {asked.question.confirmLabel}
            </Button>
            <Button variant="default" onClick={() => finish(false)}>
              {asked.question.cancels === true ? texts.back : texts.cancel}
            </Button>
          </Group>
        </ModalFrame>
      )}
    </Confirming>
  );
}

/** `const confirm = useConfirm(); if (await confirm({ … })) …` */
export function useConfirm(): Ask {
  return use(Confirming);
}
