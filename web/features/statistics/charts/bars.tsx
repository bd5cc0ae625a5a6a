import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './bars.module.css';

export type Bar = {
  key: string;
  name: string;
  /** Length of the bar, as a share of the whole width; `under` is a lighter one below it. */
  share: number;
  under?: number | undefined;
  /** What stands beside the bar. */
  value: ReactNode;
  /** The address of what is behind the bar. */
  to?: string | undefined;
};

/** Bars of one scale below each other, each with its name and value; those with an address are links. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key}>
          {bar.to === undefined ? (
            <div className={classes.row}>
              <BarRow bar={bar} />
            </div>
          ) : (
            <Link className={classes.row} to={bar.to}>
              <BarRow bar={bar} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

const width = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`;

function BarRow({ bar: { name, share, under, value } }: { bar: Bar }) {
  return (
    <>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.track} aria-hidden>
        {under !== undefined && under > 0 && <span data-part="under" style={{ width: width(under) }} />}
        {share > 0 && <span data-part="bar" style={{ width: width(share) }} />}
      </span>
      <span className={classes.value}>{value}</span>
    </>
  );
}
