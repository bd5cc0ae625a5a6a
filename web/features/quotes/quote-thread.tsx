import { Anchor, Button, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alternativeKinds, unavailableReasons } from '#contract/quote-rules.ts';
import { openDownload } from '#web/api/download.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { FilePicker } from './file-picker.tsx';
import classes from './quotes.module.css';
import type { QuoteDetail } from './quotes.api.ts';

type Entry = QuoteDetail['thread'][number];
const spoken: readonly Entry['kind'][] = ['message', 'question', 'reply', 'countered'];

/** Entries whose words are a name in their sentence. */
const named: readonly Entry['kind'][] = ['assigned', 'sample'];
const reasons = ['price', 'time', 'quality', 'other', ...unavailableReasons, ...alternativeKinds] as const;

type ThreadProps = {
  quote: Pick<QuoteDetail, 'thread' | 'items' | 'currency' | 'unread'>;
  /** Whose page it is: the other side's words stand on the left. */
  side: 'client' | 'desk';
  onRead: (seq: number) => Promise<unknown>;
  /** Answers a single-use link to a file of the talk, or false after a refusal was shown. */
  linkTo: (fileId: string) => Promise<{ url: string } | false>;
};

/** What was said about a quote and what happened to it, oldest first. Whoever sees it has read it. */
export function QuoteThread({ quote, side, onRead, linkTo }: ThreadProps) {
  const { thread, unread } = quote;
  const last = thread.at(-1)?.seq ?? 0;
  useEffect(() => {
    if (unread > 0) void onRead(last);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- told once per newest entry, whatever else is drawn anew
  }, [unread, last]);
  return (
    <ol className={classes.thread}>
      {thread.map((entry) => (
        <ThreadEntry key={entry.seq} entry={entry} quote={quote} own={entry.side === side} linkTo={linkTo} />
      ))}
    </ol>
  );
}

type EntryProps = Pick<ThreadProps, 'quote' | 'linkTo'> & { entry: Entry; own: boolean };

function ThreadEntry({ entry, quote, own, linkTo }: EntryProps) {
  const { t, i18n } = useTranslation('quotes');
  const said = spoken.includes(entry.kind);
  const reason = reasons.find((known) => known === entry.reason);
  const handleOpen = async (id: string, name: string) => {
    const link = await linkTo(id);
    if (link !== false) openDownload(link.url, name);
  };
  const happened = t(`thread.${entry.kind}`, {
    version: entry.version ?? '',
    name: entry.body,
    author: entry.author ?? '',
  });
  return (
    <li className={said ? classes.said : classes.happened} data-own={own} data-kind={entry.kind}>
      <span className={classes.muted}>
        {said ? (entry.author ?? t(`thread.side.${entry.side}`)) : happened}
        {entry.kind === 'question' && ` · ${t('thread.question')}`}
        {entry.kind === 'countered' && ` · ${happened}`}
        {' · '}
        <TimeCell time={entry.at} />
      </span>
      {reason && <p className={classes.words}>{t(`thread.reasons.${reason}`)}</p>}
      {entry.targets !== null && (
        <ul className={classes.targets}>
          {entry.targets.map(({ line, target_price }) => (
            <li key={line}>
              {quote.items.find((item) => item.line === line)?.title}:{' '}
              <strong>{formatMoney({ amount: target_price, currency: quote.currency }, i18n.language)}</strong>
            </li>
          ))}
        </ul>
      )}
      {entry.body !== '' && !named.includes(entry.kind) && <p className={classes.words}>{entry.body}</p>}
      {entry.files.map((file) => (
        <Anchor
          key={file.id}
          component="button"
          type="button"
          size="sm"
          onClick={() => void handleOpen(file.id, file.name)}
        >
          {t('thread.open', { name: file.name })}
        </Anchor>
      ))}
    </li>
  );
}

/** Ready words for the agent; the client reads them as if typed. */
const canned = ['size', 'material', 'plug', 'logo', 'shipping'] as const;

type WriteProps = {
  label: string;
  submitLabel: string;
  upload: (file: File) => Promise<{ id: string; name: string } | false>;
  /** False after a refusal was shown. */
  onSend: (message: { text: string; file_ids: string[] }, question: boolean) => Promise<boolean>;
  /** The agent may ask, which stops the clock. */
  mayAsk?: boolean;
  withCanned?: boolean;
};

/** Writes to the other side, with files. */
export function WriteMessage({ label, submitLabel, upload, onSend, mayAsk = false, withCanned = false }: WriteProps) {
  const { t } = useTranslation('quotes');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<{ id: string; name: string }[]>([]);
  const [busy, setBusy] = useState(false);
  const empty = text.trim() === '' && files.length === 0;
  const handleSend = async (question: boolean) => {
    setBusy(true);
    const sent = await onSend({ text, file_ids: files.map((file) => file.id) }, question);
    setBusy(false);
    if (!sent) return;
    setText('');
    setFiles([]);
  };
  return (
    <div className={classes.stack}>
      <Unsaved when={!empty} />
      {withCanned && (
        <div className={classes.row}>
          {canned.map((key) => (
            <Button
              key={key}
              variant="default"
              size="compact-sm"
              onClick={() => setText((before) => `${before}${before === '' ? '' : '\n'}${t(`canned.${key}.text`)}`)}
            >
              {t(`canned.${key}.name`)}
            </Button>
          ))}
        </div>
      )}
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FilePicker files={files} most={5} upload={upload} onChange={setFiles} />
      <div className={classes.row}>
        <Button disabled={empty} loading={busy} onClick={() => void handleSend(false)}>
          {submitLabel}
        </Button>
        {mayAsk && (
          <Button variant="default" disabled={empty || busy} onClick={() => void handleSend(true)}>
            {t('thread.askClient')}
          </Button>
        )}
      </div>
    </div>
  );
}
