import type { MouseEvent, ReactNode } from 'react';
import classes from './toolbar.module.css';

/** The filter row of a list: search field first, then filters; `end` holds columns and export. */
export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={classes.bar}>
      <div className={classes.start}>{children}</div>
      {end !== undefined && <div className={classes.end}>{end}</div>}
    </div>
  );
}

type IdentityProps = {
  picture?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  /** The detail takes as many lines as it needs: what explains money is never cut. */
  wraps?: boolean;
};

/** What shows the whole of a line that is cut to the mouse; more than a text is read where it is drawn. */
const wholeOf = (line: ReactNode) => (typeof line === 'string' ? { title: line } : { onMouseEnter: showDrawn });

function showDrawn({ currentTarget: line }: MouseEvent<HTMLElement>): void {
  line.title = line.scrollWidth > line.clientWidth ? (line.textContent ?? '') : '';
}

/** Main identity of a row: picture of 32 px, title, muted second line. */
export function Identity({ picture, title, detail, wraps = false }: IdentityProps) {
  return (
    <div className={classes.identity} data-identity>
      {picture !== undefined && (
        <div className={classes.picture} data-pictured>
          {picture}
        </div>
      )}
      <div className={classes.words}>
        <div className={classes.title} {...wholeOf(title)}>
          {title}
        </div>
        {detail !== undefined && (
          <div className={classes.detail} data-wraps={wraps} {...wholeOf(detail)}>
            {detail}
          </div>
        )}
      </div>
    </div>
  );
}
