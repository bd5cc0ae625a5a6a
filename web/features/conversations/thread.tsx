import type { Contract } from '#web/api/client.ts';
import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '#web/components/time-cell.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from './conversations.module.css';
import { unsent } from '#web/lib/unsent.ts';

type Conversation = AnswerOf<Contract['conversations']['list']>;

type Message = Conversation['messages'][number];

type ThreadProps = {
  messages: readonly Message[];
  unread: number;
  /** Whose page it is: their own words stand on the right. */
  side: Message['side'];
  onRead: (seq: number) => Promise<unknown>;
};

/** What was written about an order, oldest first. The newest is read once it is in view. */
export function Thread({ messages, unread, side, onRead }: ThreadProps) {
  const { t } = useTranslation('conversations');
  const last = messages.at(-1)?.seq ?? 0;
  const newest = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (unread === 0 || newest.current === null) return undefined;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      void onRead(last);
    });
    seen.observe(newest.current);
    return () => seen.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reported once per newest message, whatever else is drawn again
  }, [unread, last]);
  if (messages.length === 0) return <p className={classes.muted}>{t('none')}</p>;
  return (
    <ol className={classes.thread}>
      {messages.map((message) => (
        <li
          key={message.seq}
          ref={message.seq === last ? newest : null}
          className={classes.said}
          data-own={message.side === side}
        >
          <span className={classes.by}>
            {message.author ?? t(`side.${message.side}`)} · <TimeCell time={message.at} />
          </span>
          <p className={classes.words}>{message.text === '' ? t('erased') : message.text}</p>
        </li>
      ))}
    </ol>
  );
}

type WriteProps = {
  label: string;
  busy: boolean;
  /** False after a refusal was shown. */
  onSend: (text: string) => Promise<unknown>;
};

/** Writes to the other side; a text that was not sent is asked about before it is lost. */
export function Write({ label, busy, onSend }: WriteProps) {
  const { t } = useTranslation('conversations');
  const [text, setText] = useState('');
  const empty = text.trim() === '';
  const handleSend = async () => {
    if ((await onSend(text)) !== false) setText(unsent(text));
  };
  return (
    <div className={classes.write}>
      <Unsaved when={!empty} />
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button disabled={empty} loading={busy} onClick={() => void handleSend()}>
        {t('send')}
      </Button>
    </div>
  );
}
