import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './page.module.css';
import { useUiTexts } from './texts.tsx';
import { useMobile } from './use-mobile.ts';

/** Something that a page lets do beside its main action. */
export type PageAction = { label: string; onClick: () => void };

export type PageProps = {
  title: string;
  /** One line of the state of the world, where it helps: "All stores synced 2 minutes ago". */
  state?: ReactNode;
  /** Buttons before the main action; on a phone a menu after it, which leaves the first screen to the content. */
  secondary?: readonly PageAction[];
  /** The one primary action, after what else is no plain action. */
  actions?: ReactNode;
  /** `form` keeps lines short for pages that are mainly a form or a text. */
  width?: 'full' | 'form';
  children: ReactNode;
};

/** The frame of every page: title row, state line, actions, content with equal gaps. */
export function Page({ title, state, secondary = [], actions, width = 'full', children }: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      <header className={classes.head}>
        <div className={classes.names}>
          <h1 className={classes.title}>{title}</h1>
          {state !== undefined && <div className={classes.state}>{state}</div>}
        </div>
        {(actions !== undefined || secondary.length > 0) && (
          <div className={classes.actions}>
            <Secondary actions={secondary}>{actions}</Secondary>
          </div>
        )}
      </header>
      {children}
    </div>
  );
}

function Secondary({ actions, children }: { actions: readonly PageAction[]; children: ReactNode }) {
  const texts = useUiTexts();
  const mobile = useMobile();
  if (!mobile || actions.length === 0)
    return (
      <>
        {actions.map(({ label, onClick }) => (
          <Button key={label} variant="default" onClick={onClick}>
            {label}
          </Button>
        ))}
        {children}
      </>
    );
  return (
    <>
      {children}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" className={classes.more ?? ''} aria-label={texts.moreActions}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, onClick }) => (
            <Menu.Item key={label} onClick={onClick}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
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
