import { Button, Menu } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { BulkResult } from '#contract/bulk.ts';
import type { ListName } from '#contract/list-rules.ts';
import type { Selection } from '#web/ui/selection.ts';
import { api } from '../api/client.ts';
import type { FeatureName } from '../api/follows.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { ListKit } from './use-list.ts';
import type { Job } from './use-job.ts';

type Input = Record<string, unknown>;

/** An act on the ticked rows, as a page describes it. */
export type BulkActChoice = {
  /** Its name at the server. */
  act: string;
  /** On the button of the bar: "Hold". */
  label: string;
  /** Title of the dialog: "Hold orders". */
  title: string;
  /** On the button that does it: "Hold 38 orders". */
  confirm: (count: number) => string;
  /** On the button that leaves it, where "Cancel" could be taken for the act. */
  dismiss?: string;
  /** Fields of what the trial needs to know, asked before it. */
  first?: (input: Input, change: (input: Input) => void) => ReactNode;
  /** What it comes to, in words: with the trial, and again with the result. */
  says?: (found: BulkResult) => ReactNode;
  /** Fields of what the act needs beside the rows. */
  form?: (input: Input, change: (input: Input) => void, found: BulkResult) => ReactNode;
  /** Whether what it needs is there; always, where an act does not say. */
  ready?: (input: Input, found: BulkResult | undefined) => boolean;
};

/** The feature whose records a list shows. */
const featureOf = (list: ListName): FeatureName =>
  list === 'order_lines' ? 'orders' : list === 'stock_movements' ? 'stock' : list;

type BulkActsProps<Row> = {
  list: ListKit<Row>;
  selection: Selection<Row>;
  acts: readonly BulkActChoice[];
  /** Names of the data that change, beside the list's own. */
  follows?: readonly FeatureName[];
  /** Label of a menu that holds the acts, for those that are rarer. */
  more?: string;
};

/** Buttons of the bar at the bottom: each tries its act first, asks, then does it with a result per row. */
export function BulkActs<Row>({ list, selection, acts, follows = [], more }: BulkActsProps<Row>) {
  const [choice, setChoice] = useState<BulkActChoice>();
  const [trial, setTrial] = useState<Job>();
  const attempt = useApiMutation(api.bulk.run);
  const begin = (one: BulkActChoice) => {
    setTrial(undefined);
    setChoice(one);
    if (one.first === undefined) void tryOut(one, {});
  };
  const tryOut = async (one: BulkActChoice, input: Input) => {
    const wanted = selection.everything ? { query: list.asked } : { ids: [...selection.ids] };
    const job = await attempt.run({
      body: { list: list.list, act: one.act, mode: 'dry_run', selection: wanted, input },
    });
    if (job === false) setChoice(undefined);
    else setTrial(job);
  };
  return (
    <>
      {more === undefined ? (
        acts.map((one) => (
          <Button key={one.act} variant="default" onClick={() => begin(one)}>
            {one.label}
          </Button>
        ))
      ) : (
        <Menu position="top-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronUp size={14} aria-hidden />}>
              {more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {acts.map((one) => (
              <Menu.Item key={one.act} onClick={() => begin(one)}>
                {one.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {choice !== undefined && (
        <BulkDialog
          list={list.list}
          choice={choice}
          trial={trial}
          onTry={(input) => tryOut(choice, input)}
          changes={[featureOf(list.list), ...follows]}
          onClose={(done) => {
            setChoice(undefined);
            if (done) selection.clear();
          }}
        />
      )}
    </>
  );
}
