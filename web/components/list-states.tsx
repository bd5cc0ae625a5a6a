import { SegmentedControl } from '@mantine/core';
import { useRef } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { useChosenInSight } from '#web/ui/use-chosen-in-sight.ts';
import { useOverflow } from '#web/ui/use-overflow.ts';
import classes from './list.module.css';
import { type ListUrl, useKnownTab } from './use-list-url.ts';

/** The state that the address names, or the first. */
export const stateOf = <State extends string>(url: ListUrl, states: readonly [State, ...State[]]): State =>
  states.find((one) => one === url.get('state')) ?? states[0];

type ListStatesProps<State extends string> = {
  url: ListUrl;
  states: readonly [State, ...State[]];
  label: string;
  stateLabel: (state: State) => string;
  /** How many rows each state has. */
  counts?: Readonly<Record<string, number | undefined>> | undefined;
  /** States whose numbers show: those that want the reader. */
  counted?: readonly State[];
};

/** States of a list that stands under a tab of its page; the address is silent about the first. */
export function ListStates<State extends string>(props: ListStatesProps<State>) {
  const { url, states, label, stateLabel, counts, counted = [] } = props;
  const labelOf = (state: State) => {
    const count = counted.includes(state) ? (counts?.[state] ?? 0) : 0;
    return count === 0 ? stateLabel(state) : `${stateLabel(state)} · ${formatNumber(count)}`;
  };
  useKnownTab(url, states, 'state');
  const strip = useRef<HTMLDivElement>(null);
  const { before, after } = useOverflow(strip);
  // counts come later and widen the states
  useChosenInSight(strip, [stateOf(url, states), ...states.map(labelOf)].join(), (box) =>
    box.querySelector('[data-active]'),
  );
  return (
    <div ref={strip} className={classes.states} data-before={before} data-after={after}>
      <SegmentedControl
        aria-label={label}
        size="xs"
        value={stateOf(url, states)}
        onChange={(value) => url.set({ state: value === states[0] ? undefined : value })}
        data={states.map((value) => ({ value, label: labelOf(value) }))}
      />
    </div>
  );
}
