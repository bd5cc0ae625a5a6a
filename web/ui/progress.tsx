import './app-styles.ts';
import { Progress } from '@mantine/core';
import classes from './progress.module.css';

export type ProgressLineProps = {
  /** What is going on: "Importing orders". */
  label: string;
  /** 0 to 1, or undefined while the end is not known. */
  share: number | undefined;
  /** "1,204 of 5,000" */
  detail?: string;
};

/** A running piece of work, with its words. */
export function ProgressLine({ label, share, detail }: ProgressLineProps) {
  const percent = share === undefined ? 100 : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className={classes.line}>
      <div className={classes.words}>
        <span>{label}</span>
        <span className={classes.detail}>{detail ?? (share === undefined ? '' : `${percent}%`)}</span>
      </div>
      <Progress value={percent} animated={share === undefined} size={6} aria-label={label} />
    </div>
  );
}

/** A thin bar at the top edge of its (positioned) parent that shows that something loads. */
export function ThinBar({ active }: { active: boolean }) {
  return <div className={classes.thin} data-active={active} aria-hidden="true" />;
}
