import { SegmentedControl } from '@mantine/core';
import type { ListUrl } from './use-list-url.ts';

/** The state that the address names, or the first. */
export const stateOf = <State extends string>(url: ListUrl, states: readonly [State, ...State[]]): State =>
  states.find((one) => one === url.get('state')) ?? states[0];

type ListStatesProps<State extends string> = {
  url: ListUrl;
  states: readonly [State, ...State[]];
  label: string;
  stateLabel: (state: State) => string;
};

/** States of a list that stands under a tab of its page; the address is silent about the first. */
export function ListStates<State extends string>({ url, states, label, stateLabel }: ListStatesProps<State>) {
  return (
    <SegmentedControl
      aria-label={label}
      size="xs"
      value={stateOf(url, states)}
      onChange={(value) => url.set({ state: value === states[0] ? undefined : value })}
      data={states.map((value) => ({ value, label: stateLabel(value) }))}
    />
  );
}
