import type { ReactNode } from 'react';
import classes from './empty-state.module.css';
import { type DrawingName, LineDrawing } from './line-drawing.tsx';

export type EmptyStateProps = {
  drawing?: DrawingName;
  /** In the place of the drawing, where it takes more to say it. */
  picture?: ReactNode;
  /** One sentence: what is not here, or what comes next. */
  title: string;
  /** One muted line more, where it helps. */
  text?: string;
  /** One button. */
  action?: ReactNode;
};

/** A small line drawing, one sentence, one button. */
export function EmptyState({ drawing = 'box', picture, title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {picture ?? <LineDrawing name={drawing} />}
      <p className={classes.title}>{title}</p>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
