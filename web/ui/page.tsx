import type { ReactNode } from 'react';
import classes from './page.module.css';

export type PageProps = {
  title: string;
  /** One line of the state of the world, where it helps: "All stores synced 2 minutes ago". */
  state?: ReactNode;
  /** Secondary actions first, the one primary action last. */
  actions?: ReactNode;
  /** `form` keeps lines short for pages that are mainly a form or a text. */
  width?: 'full' | 'form';
  children: ReactNode;
};

/** The frame of every page: title row, state line, actions, content with equal gaps. */
export function Page({ title, state, actions, width = 'full', children }: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      <header className={classes.head}>
        <div className={classes.names}>
          <h1 className={classes.title}>{title}</h1>
          {state !== undefined && <div className={classes.state}>{state}</div>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export type PanelProps = {
  title?: string;
  actions?: ReactNode;
  /** `none` for tables, which reach the edges. */
  padding?: 'normal' | 'none';
  children: ReactNode;
};

/** A surface on the page. Never put one inside another. */
export function Panel({ title, actions, padding = 'normal', children }: PanelProps) {
  return (
    <section className={classes.panel} data-padding={padding}>
      {(title !== undefined || actions !== undefined) && (
        <div className={classes.panelHead}>
          {title !== undefined && <h2 className={classes.panelTitle}>{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
