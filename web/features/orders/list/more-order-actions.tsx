import { Textarea, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { BulkActions } from '#web/components/bulk-actions.tsx';
import type { ListKit } from '#web/components/use-list.ts';
import type { Selection } from '#web/ui/selection.ts';
import { useCostlyActions } from './order-bulk.tsx';
import classes from '../orders.module.css';
import type { Order } from '../orders-types.ts';
import type { BulkActionChoice } from '#web/components/bulk-dialog.tsx';

type Form = NonNullable<BulkActionChoice['form']>;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const tagField =
  (label: string): Form =>
  (input, change) => (
    <TextInput
      label={label}
      value={textOf(input.tag)}
      maxLength={60}
      required
      onChange={(event) => change({ ...input, tag: event.currentTarget.value })}
    />
  );
const noteField =
  (label: string, help: string): Form =>
  (input, change) => (
    <Textarea
      label={label}
      description={help}
      value={textOf(input.note)}
      maxLength={500}
      autosize
      minRows={2}
      onChange={(event) => change({ ...input, note: event.currentTarget.value })}
    />
  );
const help =
  (words: string): Form =>
  () => <p className={classes.muted}>{words}</p>;

const acts = ['tag', 'untag', 'note', 'not_ours', 'ours', 'read_again'] as const;
type Act = (typeof acts)[number];

function formOf(act: Act, t: TFunction<'orders-list'>): Form {
  if (act === 'tag' || act === 'untag') return tagField(t('actions.tagLabel'));
  if (act === 'note') return noteField(t('actions.noteLabel'), t('actions.note.help'));
  return help(t(`actions.${act}.help`));
}

/** Further acts on the ticked orders: what they are called by, whose they are, and reading them from their shops again. */
export function MoreOrderActions({ list, selection }: { list: ListKit<Order>; selection: Selection<Order> }) {
  const { t } = useTranslation('orders-list');
  const [channel, cancel] = useCostlyActions();
  const choices = acts.map(
    (act): BulkActionChoice => ({
      act,
      label: t(`actions.${act}.label`),
      title: t(`actions.${act}.title`),
      confirm: (count) => t(`actions.${act}.confirm`, { count }),
      form: formOf(act, t),
    }),
  );
  return (
    <BulkActions
      list={list}
      selection={selection}
      actions={[channel, ...choices, cancel]}
      follows={['dashboard']}
      more={t('actions.more')}
    />
  );
}
