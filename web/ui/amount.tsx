import classes from './amount.module.css';

/** A number as it stands in tables: tabular figures, the code small beside it, a dash when there is none. */
export function Amount({ text, code, tone }: { text: string | undefined; code?: string; tone?: 'muted' | 'strong' }) {
  if (text === undefined) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.amount} data-tone={tone}>
      {text}
      {code !== undefined && <span className={classes.code}>{code}</span>}
    </span>
  );
}
