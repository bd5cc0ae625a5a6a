import type { ReactNode } from 'react';
import classes from './facts.module.css';
import { fill, useUiTexts } from './texts.tsx';

export type Fact = {
  label: string;
  /** Null where nothing is known: such facts share one line at the end. */
  value: ReactNode;
};

/** Names and values, in two columns that line up; `amounts` are figures that are read as a sum and end at the right. */
export function Facts({ facts, amounts = false }: { facts: Fact[]; amounts?: boolean }) {
  const texts = useUiTexts();
  const isKnown = ({ value }: Fact) => value !== null && value !== '';
  const isLong = ({ value }: Fact) => typeof value === 'string' && value.length > 60;
  const unknown = facts.filter((fact) => !isKnown(fact)).map(({ label }) => label);
  return (
    <>
      <dl className={classes.facts} data-amounts={amounts || undefined}>
        {facts.filter(isKnown).map((fact) => (
          <div key={fact.label} className={classes.fact} data-long={isLong(fact)}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
      {unknown.length > 0 && (
        <p className={classes.unknown}>{fill(texts.unknown, { names: unknown.join(texts.separator) })}</p>
      )}
    </>
  );
}
