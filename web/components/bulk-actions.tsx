import { Button, Menu } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Selection } from '#web/ui/selection.ts';
import { api } from '../api/client.ts';
import type { FeatureName } from '../api/follows.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { BulkDialog, type BulkActionChoice, type BulkList, type Input } from './bulk-dialog.tsx';
import type { ListKit } from './use-list.ts';
import type { Job } from './use-job.ts';

type BulkActionsProps<Row> = {
  list: ListKit<Row, BulkList>;
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
    const wanted = selection.everything
      ? { query: list.asked, except: [...selection.except] }
      : { ids: [...selection.ids] };
    const job = await attempt.run({
      body: { list: list.list, action: one.action, mode: 'dry_run', selection: wanted, input },
    });
    if (job === false) setChoice(undefined);
    else setTrial(job);
  };
  return (
    <>
      {more === undefined ? (
        actions.map((one) => (
          <Button key={one.action} variant={one.primary ? 'filled' : 'default'} onClick={() => begin(one)}>
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
              <Menu.Item key={one.action} onClick={() => begin(one)}>
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
          changes={[list.list, ...follows]}
          onClose={(done) => {
            setChoice(undefined);
            if (done) selection.clear();
          }}
        />
      )}
    </>
  );
}

type EverythingProps = {
  list: Pick<ListKit<object, BulkList>, 'list' | 'asked'>;
  choice: BulkActionChoice;
  follows?: readonly FeatureName[];
  onClose: () => void;
};

/** An action on all that the list shows now, previewed at once: for links that lead straight to it. */
export function BulkActionOnAll({ list, choice, follows = [], onClose }: EverythingProps) {
  const [trial, setTrial] = useState<Job>();
  const attempt = useApiMutation(api.bulk.run, { onSuccess: setTrial });
  const tryOut = async (input: Input) => {
    const body = {
      list: list.list,
      action: choice.action,
      mode: 'dry_run' as const,
      selection: { query: list.asked },
      input,
    };
    if ((await attempt.run({ body })) === false) onClose();
  };
  const begin = useEffectEvent(() => void tryOut({}));
  useEffect(() => begin(), []);
  return (
    <BulkDialog
      list={list.list}
      choice={choice}
      trial={trial}
      onTry={tryOut}
      changes={[list.list, ...follows]}
      onClose={onClose}
    />
  );
}
