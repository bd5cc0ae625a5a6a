import { Button, Menu } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListName } from '#contract/list-rules.ts';
import type { Selection } from '#web/ui/selection.ts';
import { api } from '../api/client.ts';
import type { FeatureName } from '../api/follows.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { BulkDialog, type BulkActionChoice, type Input } from './bulk-dialog.tsx';
import type { ListKit } from './use-list.ts';
import type { Job } from './use-job.ts';

/** The feature whose records a list shows. */
const featureOf = (list: ListName): FeatureName =>
  list === 'order_lines' ? 'orders' : list === 'stock_movements' ? 'stock' : list;

type BulkActionsProps<Row> = {
  list: ListKit<Row>;
  selection: Selection<Row>;
  actions: readonly BulkActionChoice[];
  /** Names of the data that change, beside the list's own. */
  follows?: readonly FeatureName[];
  /** Label of a menu that holds the actions, for less frequent ones. */
  more?: string;
};

/** Buttons of the bar at the bottom: each previews its action, asks, then runs it with a result per row. */
export function BulkActions<Row>({ list, selection, actions, follows = [], more }: BulkActionsProps<Row>) {
  const [choice, setChoice] = useState<BulkActionChoice>();
  const [trial, setTrial] = useState<Job>();
  const attempt = useApiMutation(api.bulk.run);
  const begin = (one: BulkActionChoice) => {
    setTrial(undefined);
    setChoice(one);
    if (one.first === undefined) void tryOut(one, {});
  };
  const tryOut = async (one: BulkActionChoice, input: Input) => {
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
        actions.map((one) => (
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
            {actions.map((one) => (
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
