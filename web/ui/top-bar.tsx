import { useEffect, useState } from 'react';
import classes from './top-bar.module.css';

const fadeMs = 200;

/** The thin line at the very top of the window while the next page is on its way (shell 8.1). */
export function TopBar({ active, label }: { active: boolean; label: string }) {
  const [leaving, setLeaving] = useState(false);
  const [before, setBefore] = useState(active);
  if (before !== active) {
    setBefore(active);
    setLeaving(!active);
  }
  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => setLeaving(false), fadeMs);
    return () => clearTimeout(timer);
  }, [leaving]);
  if (!active && !leaving) return null;
  return (
    <div className={classes.bar} data-state={active ? 'running' : 'done'} role="progressbar" aria-label={label}>
      <div className={classes.line} />
    </div>
  );
}
