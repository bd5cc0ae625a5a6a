import './app-styles.ts';
import { Drawer } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './detail-drawer.module.css';
import { useUiTexts } from './texts.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { useMobile } from './use-mobile.ts';
import { useTopmost } from './use-topmost.ts';

export type DetailDrawerProps = {
  opened: boolean;
  onClose: () => void;
  /** Identity: "Order #1042". */
  title: ReactNode;
  /** Decoration before the title. */
  picture?: ReactNode;
  /** Chips beside the title. */
  state?: ReactNode;
  /** The one next action. */
  action?: ReactNode;
  children: ReactNode;
};

/** The detail over its list: 720 px from the right, the whole screen on a phone. */
export function DetailDrawer({ opened, onClose, title, picture, state, action, children }: DetailDrawerProps) {
  const texts = useUiTexts();
  const mobile = useMobile();
  useFocusBack(opened);
  const topmost = useTopmost(opened);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={topmost}
      position="right"
      size={mobile ? '100%' : 720}
      classNames={{ overlay: classes.overlay, inner: classes.inner, content: classes.content }}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content>
        <Drawer.Header className={classes.head}>
          {picture}
          <div className={classes.identity}>
            <Drawer.Title className={classes.title}>{title}</Drawer.Title>
            {state}
          </div>
          <div className={classes.action}>
            {action ? <div className={classes.acts}>{action}</div> : null}
            <Drawer.CloseButton aria-label={texts.close} />
          </div>
        </Drawer.Header>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** One section of a detail; order them: what is wrong, what it costs, where it is, what happened. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.sectionTitle}>
        {title}
      </h3>
      {children}
    </section>
  );
}
