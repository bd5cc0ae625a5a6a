import { type ComponentProps, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveTooltipLabel, useIsTooltipActive } from 'recharts';
import classes from './chart-keys.module.css';

type Point = string | number;

type Props = Omit<ComponentProps<'div'>, 'children'> & {
  'aria-label': string;
  /** What a point is, and each value that the chart shows of it. */
  say: (point: Point) => { name: string; values: readonly string[] };
  /** Opens what is behind a point, where there is anything. */
  open?: (point: Point) => void;
  /** The chart, with what follows its point as its child. */
  children: (follower: ReactNode) => ReactNode;
};

/** The frame of a chart that takes the focus: arrow keys go from point to point, each of which is said, and Enter opens what is behind it. */
export function ChartKeys({ say, open, children, className = '', ...frame }: Props) {
  const [point] = useState(makeFollowed);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the drawing inside takes the focus, and its keys
    <div
      {...frame}
      role="group"
      className={`${classes.chart} ${className}`}
      onKeyDown={({ key }) => {
        const at = point.get();
        if (key === 'Enter' && at !== undefined) open?.(at);
      }}
    >
      {children(<Follower point={point} />)}
      <Said point={point} say={say} />
    </div>
  );
}

type Followed = ReturnType<typeof makeFollowed>;

/** The point at which the reader is, outside of the chart's own state: drawn again, it would lose the click under way. */
function makeFollowed() {
  let at: Point | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => at,
    set(next: Point | undefined) {
      at = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function Follower({ point }: { point: Followed }) {
  const isActive = useIsTooltipActive();
  const label = useActiveTooltipLabel();
  const at = isActive ? label : undefined;
  useEffect(() => point.set(at), [point, at]);
  return null;
}

function Said({ point, say }: { point: Followed; say: Props['say'] }) {
  const { i18n } = useTranslation();
  const at = useSyncExternalStore(point.subscribe, point.get);
  const said = at === undefined ? undefined : say(at);
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' });
  return (
    <p role="status" className={classes.said}>
      {said && `${said.name}: ${list.format(said.values)}`}
    </p>
  );
}
