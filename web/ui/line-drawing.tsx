import classes from './empty-state.module.css';

const drawings = {
  box: 'M14 34 44 22l30 12v30L44 76 14 64zM14 34l30 12 30-12M44 46v30M29 28l30 12v9',
  done: 'M20 20h48v56H20zM32 14h24v12H32zM33 50l8 8 15-17',
  search: 'M40 22a20 20 0 1 1 0 40 20 20 0 0 1 0-40zM55 57l18 18M33 42h14',
  shop: 'M18 38v36h52V38M14 38l6-18h48l6 18M14 38a7.5 7.5 0 0 0 15 0 7.5 7.5 0 0 0 15 0 7.5 7.5 0 0 0 15 0 7.5 7.5 0 0 0 15 0M36 74V54h16v20',
  file: 'M24 14h28l14 14v48H24zM52 14v14h14M34 44h22M34 54h22M34 64h14',
  wallet: 'M16 30h52a6 6 0 0 1 6 6v32a6 6 0 0 1-6 6H22a6 6 0 0 1-6-6zM16 30l40-14v14M74 46H60a7 7 0 0 0 0 14h14',
  people:
    'M34 22a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM14 70c0-12 9-20 20-20s20 8 20 20M58 26a9 9 0 0 1 0 17M62 52c8 2 13 9 13 18',
  person: 'M44 16a13 13 0 1 1 0 26 13 13 0 0 1 0-26zM18 74c0-16 11-24 26-24s26 8 26 24',
  lost: 'M16 60c12-10 20-10 30-2s18 8 28-2M16 72c12-10 20-10 30-2s18 8 28-2M46 52V18l18 22H46',
} as const;

export type DrawingName = keyof typeof drawings;

/** A small line drawing for empty places; decoration, so readers of the screen skip it. */
export function LineDrawing({ name }: { name: DrawingName }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 88 88" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
