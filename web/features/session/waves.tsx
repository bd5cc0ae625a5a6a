import classes from './session-frame.module.css';

const lines = 9;

/** One long swell, drawn as lines; decoration. */
export function Waves() {
  return (
    <svg className={classes.waves} viewBox="0 0 720 260" preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => {
        const y = 40 + line * 26;
        const swell = 26 + line * 5;
        const path = `M-20 ${y} C 120 ${y - swell}, 240 ${y - swell}, 360 ${y} S 600 ${y + swell}, 740 ${y - 6}`;
        return <path key={y} d={path} opacity={0.1 + line * 0.055} vectorEffect="non-scaling-stroke" />;
      })}
    </svg>
  );
}
