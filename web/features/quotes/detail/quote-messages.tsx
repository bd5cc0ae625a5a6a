import type { TFunction } from 'i18next';
import { Anchor, Button, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alternativeKinds, unavailableReasons } from '#contract/quote-rules.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { countryInText } from '#web/lib/countries.ts';
import { formatMoney, joinWords } from '#web/lib/format.ts';
import { useDownload } from '#web/components/use-download.ts';
import { FilePicker } from '../file-picker.tsx';
import classes from '../quotes.module.css';
import type { QuoteDetail } from '../quotes-types.ts';
import { unsent, unsentOf } from '#web/lib/unsent.ts';

type Entry = QuoteDetail['thread'][number];
const spoken: readonly Entry['kind'][] = ['message', 'question', 'reply', 'countered'];

/** Entries whose words are a name in their sentence. */
const named: readonly Entry['kind'][] = ['assigned', 'sample', 'extended'];
const reasons = ['price', 'time', 'quality', 'other', ...unavailableReasons, ...alternativeKinds] as const;

type ThreadProps = {
  quote: Pick<QuoteDetail, 'thread' | 'items' | 'currency' | 'unread'>;
  /** Whose page it is: the other side's words stand on the left. */
  side: 'client' | 'staff';
  onRead: (seq: number) => Promise<unknown>;
  /** Whose files they are, where staff open them. */
  accountId?: string;
};

/** What was said about a quote and what happened to it, oldest first. Whoever sees it has read it. */
export function QuoteThread({ quote, side, onRead, accountId }: ThreadProps) {
  const { thread, unread } = quote;
  const last = thread.at(-1)?.seq ?? 0;
  useEffect(() => {
    if (unread > 0) void onRead(last);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reported once per newest entry, whatever else is drawn again
  }, [unread, last]);
  return (
    <ol className={classes.thread}>
      {thread.map((entry) => (
        <ThreadEntry key={entry.seq} entry={entry} quote={quote} own={entry.side === side} accountId={accountId} />
      ))}
    </ol>
  );
}

/** What the client offered last, for whoever answers it. */
export function CounterOffer({ quote, accountId }: { quote: ThreadProps['quote']; accountId: string }) {
  const offer = quote.thread.findLast(({ kind }) => kind === 'countered');
  if (!offer) return null;
  return (
    <ol className={classes.thread}>
      <ThreadEntry entry={offer} quote={quote} own={false} accountId={accountId} />
    </ol>
  );
}

type EntryProps = { quote: ThreadProps['quote']; accountId: string | undefined; entry: Entry; own: boolean };

function ThreadEntry({ entry, quote, own, accountId }: EntryProps) {
  const { t, i18n } = useTranslation('quotes');
  const said = spoken.includes(entry.kind);
  const reason = reasons.find((known) => known === entry.reason);
  const { download } = useDownload(accountId);
  const kind = entry.kind === 'extended' && entry.body === '' ? 'extendedItems' : entry.kind;
  const happened = t(`thread.${kind}`, {
    version: entry.version ?? '',
    name: entry.body,
    author: entry.author ?? '',
    places: placesIn(entry, { t, language: i18n.language }),
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
        <Anchor key={file.id} component="button" type="button" size="sm" onClick={() => void download(file)}>
          {t('thread.open', { name: file.name })}
        </Anchor>
      ))}
    </li>
  );
}

/** So many countries are named in an entry; the request above it has them all. */
const namedPlaces = 12;

/** The countries that were added, by name. */
function placesIn({ kind, body }: Entry, { t, language }: { t: TFunction<'quotes'>; language: string }): string {
  if (kind !== 'extended' || body === '') return '';
  const codes = body.split(', ');
  const names = codes.slice(0, namedPlaces).map((code) => countryInText(code, language));
  const more = codes.length - names.length;
  return joinWords(more > 0 ? [...names, t('effect.more', { count: more })] : names, language);
}

/** Ready words for the agent; the client reads them as if typed. */
const canned = ['size', 'material', 'plug', 'logo', 'shipping'] as const;

type WriteProps = {
  label: string;
  submitLabel: string;
  upload: (file: File) => Promise<{ id: string; name: string }>;
  busy: boolean;
  /** False after a refusal was shown. */
  onSend: (message: { text: string; file_ids: string[] }, question: boolean) => Promise<unknown>;
  /** The agent may ask, which stops the clock where it runs; undefined where nothing can be asked. */
  askLabel?: string | undefined;
  withCanned?: boolean;
};

/** Writes to the other side, with files. */
export function WriteMessage({ label, submitLabel, upload, busy, onSend, askLabel, withCanned = false }: WriteProps) {
  const { t } = useTranslation('quotes');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<{ id: string; name: string }[]>([]);
  const empty = text.trim() === '' && files.length === 0;
  const handleSend = async (question: boolean) => {
    if ((await onSend({ text, file_ids: files.map((file) => file.id) }, question)) === false) return;
    setText(unsent(text));
    setFiles(unsentOf(files));
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
        {askLabel !== undefined && (
          <Button variant="default" disabled={empty || busy} onClick={() => void handleSend(true)}>
            {askLabel}
          </Button>
        )}
      </div>
    </div>
  );
}
