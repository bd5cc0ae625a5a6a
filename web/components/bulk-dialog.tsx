import { Button, Group } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkResult } from '#contract/bulk.ts';
import type { ListName } from '#contract/list-rules.ts';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import { api } from '../api/client.ts';
import type { FeatureName } from '../api/follows.ts';
import { useRefetch } from '../api/refetch.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { joinWords } from '../lib/format.ts';
import classes from './list.module.css';
import { type Job, outcomeOf, useJob } from './use-job.ts';

/** Lists whose rows have bulk actions; what their rows are called is in the texts under the same name. */
export type BulkList = Extract<ListName, 'orders' | 'products' | 'quotes'>;

type BulkDialogProps = {
  list: BulkList;
  choice: BulkActionChoice;
  /** The job that looks at what can be done; undefined while it is asked for. */
  trial: Job | undefined;
  /** Starts the trial, with what was asked before it. */
  onTry: (input: Record<string, unknown>) => Promise<void>;
  /** Names of the data that change. */
  changes: readonly FeatureName[];
  onClose: (done: boolean) => void;
};

/** One bulk action from the trial to its result: what can be done, the question, how far it is, what was refused. */
export function BulkDialog({ list, choice, trial, onTry, changes, onClose }: BulkDialogProps) {
  const refetch = useRefetch();
  const [work, setWork] = useState<Job>();
  const [first, setFirst] = useState<Record<string, unknown>>();
  const tried = useJob(trial).data;
  const worked = useJob(work).data;
  const start = useApiMutation(api.bulk.run, { onSuccess: setWork });
  const again = useApiMutation(api.bulk.retry, { onSuccess: setWork });

  const ended = worked?.state === 'done' || worked?.state === 'failed' ? worked.id : undefined;
  const refresh = useEffectEvent(() => void refetch(...changes));
  useEffect(() => {
    if (ended !== undefined) refresh();
  }, [ended]);

  const commit = (input: Record<string, unknown>) => {
    if (tried === undefined) return;
    const selection = { run: tried.id };
    void start.run({ body: { list, action: choice.action, mode: 'commit', selection, input: { ...first, ...input } } });
  };
  const retry = () => {
    if (worked !== undefined) void again.run({ params: { id: worked.id } });
  };
  const ask = (input: Record<string, unknown>) => {
    setFirst(input);
    void onTry(input);
  };
  const changed = (worked && outcomeOf(worked)?.ok) ?? 0;
  const title = changed > 0 ? choice.titleDone : choice.title;
  return (
    <ModalFrame opened onClose={() => onClose(work !== undefined)} title={title} width={560}>
      <div className={classes.form} aria-live="polite">
        {worked !== undefined ? (
          <Worked
            list={list}
            job={worked}
            choice={choice}
            retrying={again.busy}
            onRetry={retry}
            onClose={() => onClose(true)}
          />
        ) : choice.first !== undefined && first === undefined ? (
          <First choice={choice} onTry={ask} onClose={() => onClose(false)} />
        ) : (
          <Tried
            list={list}
            job={tried}
            choice={choice}
            busy={start.busy}
            onCommit={commit}
            onClose={() => onClose(false)}
          />
        )}
      </div>
    </ModalFrame>
  );
}

type FirstProps = { choice: BulkActionChoice; onTry: (input: Record<string, unknown>) => void; onClose: () => void };

/** What the trial needs to know. */
function First({ choice, onTry, onClose }: FirstProps) {
  const { t } = useTranslation('lists');
  const [input, setInput] = useState<Record<string, unknown>>({});
  return (
    <>
      {choice.first?.(input, setInput)}
      <Group gap={8}>
        <ReadyButton missing={choice.missing?.(input, undefined)} onClick={() => onTry(input)}>
          {t('bulk.preview')}
        </ReadyButton>
        <Button variant="default" onClick={onClose}>
          {t('bulk.cancel')}
        </Button>
      </Group>
    </>
  );
}

type TriedProps = {
  list: BulkList;
  job: Job | undefined;
  choice: BulkActionChoice;
  busy: boolean;
  onCommit: (input: Record<string, unknown>) => void;
  onClose: () => void;
};

/** The trial: how many can, why others cannot, and the button that does it. */
function Tried({ list, job, choice, busy, onCommit, onClose }: TriedProps) {
  const { t } = useTranslation('lists');
  const [input, setInput] = useState<Record<string, unknown>>({});
  const result = job && outcomeOf(job);
  if (job?.state === 'failed') return <p>{t('bulk.broken', { error: job.failure ?? '' })}</p>;
  if (job === undefined || result === undefined)
    return <ProgressLine label={t('bulk.checking')} share={undefined} detail="" />;
  return (
    <>
      <p className={classes.sentence}>
        {result.ok === 0
          ? t(`bulk.${list}.none`)
          : (choice.can?.(result.ok) ?? t(`bulk.${list}.can`, { count: result.ok }))}
      </p>
      {result.ok > 0 && choice.says?.(result)}
      <Reasons result={result} words={t(`bulk.${list}.cannot`, { count: result.refused })} />
      {result.ok > 0 && choice.form?.(input, setInput, result, job.id)}
      <Group gap={8}>
        {result.ok > 0 && (
          <ReadyButton
            data-autofocus
            missing={choice.form && choice.missing?.(input, result)}
            loading={busy}
            onClick={() => onCommit(input)}
          >
            {choice.confirm(result.ok)}
          </ReadyButton>
        )}
        <Button variant="default" onClick={onClose}>
          {result.ok > 0 ? (choice.dismiss ?? t('bulk.cancel')) : t('bulk.close')}
        </Button>
      </Group>
    </>
  );
}

/** Why rows are left out, by reason. */
function Reasons({ result, words }: { result: BulkResult; words: string }) {
  const { t, i18n } = useTranslation('lists');
  if (result.refused === 0) return null;
  return (
    <div>
      <p className={classes.text}>{words}</p>
      <ul className={classes.reasons}>
        {result.reasons.map((one) => (
          <li key={one.reason} className={classes.reason}>
            <span>
              {one.reason}
              {one.names.length > 0 && (
                <span className={classes.names}>
                  {joinWords(one.names, i18n.language)}
                  {one.count > one.names.length && ` ${t('bulk.more', { count: one.count - one.names.length })}`}
                </span>
              )}
            </span>
            <span className={classes.count}>{one.count}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type WorkedProps = {
  list: BulkList;
  job: Job;
  choice: BulkActionChoice;
  retrying: boolean;
  onRetry: () => void;
  onClose: () => void;
};

/** The work: how far it is, then what was done and what was refused. */
function Worked({ list, job, choice, retrying, onRetry, onClose }: WorkedProps) {
  const { t } = useTranslation('lists');
  const result = outcomeOf(job);
  if (job.state === 'failed') return <p>{t('bulk.broken', { error: job.failure ?? '' })}</p>;
  if (result !== undefined)
    return (
      <BulkOutcome
        list={list}
        id={job.id}
        result={result}
        choice={choice}
        busy={retrying}
        onRetry={onRetry}
        onClose={onClose}
      />
    );
  const { progress, total } = job;
  return (
    <>
      <ProgressLine
        label={t('bulk.working')}
        share={total === null || total === 0 ? undefined : progress / total}
        {...(total !== null && { detail: t('bulk.of', { done: progress, total }) })}
      />
      <p className={classes.text}>{t('bulk.later')}</p>
    </>
  );
}

/** An action on the selected rows, as a page describes it. */
export type BulkActionChoice = {
  /** Its name at the server. */
  action: string;
  /** On the button of the bar: "Hold". */
  label: string;
  /** Whether it is what the rows are ticked for, and the bar's filled button. */
  primary?: boolean;
  /** Title of the dialog: "Hold orders". */
  title: string;
  /** The same once something was done: "Orders on hold". */
  titleDone: string;
  /** On the button that runs it: "Hold 38 orders". */
  confirm: (count: number) => string;
  /** How many can be done, in the action's own words: "38 quotes can be accepted." */
  can?: (count: number) => string;
  /** How many were done: "38 quotes accepted." */
  done?: (count: number) => ReactNode;
  /** The step that follows, beside the button that closes the result: "Pay 12 orders". */
  next?: (found: BulkResult, close: () => void) => ReactNode;
  /** On the button that leaves it, where "Cancel" could be mistaken for the action. */
  dismiss?: string;
  /** Fields that the preview needs, shown before it. */
  first?: (input: Input, change: (input: Input) => void) => ReactNode;
  /** The effect in a sentence, with the preview and again with the result. */
  says?: (found: BulkResult) => ReactNode;
  /** Fields that the action needs besides the rows; `run` is the preview that found which can. */
  form?: (input: Input, change: (input: Input) => void, found: BulkResult, run: string) => ReactNode;
  /** Which field has to be filled in first, in a sentence. */
  missing?: (input: Input, found: BulkResult | undefined) => string | undefined;
};

export type Input = Record<string, unknown>;

type BulkOutcomeProps = {
  list: BulkList;
  id: string;
  result: BulkResult;
  busy: boolean;
  onRetry: () => void;
  choice: BulkActionChoice;
  onClose: () => void;
};

/** What a bulk action did, each refused row with its reason, and another try for these. */
function BulkOutcome({ list, id, result, choice, busy, onRetry, onClose }: BulkOutcomeProps) {
  const { t } = useTranslation('lists');
  const refused = useApiQuery(
    api.bulk.rows,
    result.refused > 0 ? { params: { id }, query: { outcome: 'refused', per_page: 50 } } : null,
  ).data;
  const hidden = result.refused - (refused?.data.length ?? result.refused);
  const next = (result.ok > 0 && choice.next?.(result, onClose)) || null;
  return (
    <>
      <p className={classes.sentence}>{choice.done?.(result.ok) ?? t(`bulk.${list}.done`, { count: result.ok })}</p>
      {result.ok > 0 && choice.says?.(result)}
      {result.refused > 0 && (
        <div>
          <p className={classes.text}>{t(`bulk.${list}.failed`, { count: result.refused })}</p>
          <ul className={classes.reasons}>
            {refused?.data.map((row) => (
              <li key={row.id}>
                <strong>{row.name}</strong> {row.reason}
              </li>
            ))}
            {hidden > 0 && <li className={classes.count}>{t('bulk.more', { count: hidden })}</li>}
          </ul>
        </div>
      )}
      <Group gap={8}>
        {next}
        <Button data-autofocus {...(next !== null && { variant: 'default' })} onClick={onClose}>
          {t('bulk.close')}
        </Button>
        {result.refused > 0 && (
          <Button variant="default" loading={busy} onClick={onRetry}>
            {t(`bulk.${list}.retry`, { count: result.refused })}
          </Button>
        )}
      </Group>
    </>
  );
}
