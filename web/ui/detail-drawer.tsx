import './app-styles.ts';
import { Drawer, Skeleton } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect } from 'react';
import classes from './detail-drawer.module.css';
import { useUiTexts } from './texts.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { useMobile } from './use-mobile.ts';
import { useOverlay } from './use-overlay.ts';

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
  /** What else says where it stands, on a line of its own below. */
  below?: ReactNode;
  /** Wide enough for two columns. */
  wide?: boolean;
  children: ReactNode;
};

let openDrawers = 0;

/** Notes on the document that a drawer is open: toasts leave its head alone (toast.module.css). */
function useNoted(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const note = (change: number) => {
      openDrawers += change;
      document.documentElement.toggleAttribute('data-drawer', openDrawers > 0);
    };
    note(1);
    return () => note(-1);
  }, [opened]);
}

/** The detail over its list: 720 px from the right, the whole screen on a phone. */
export function DetailDrawer(props: DetailDrawerProps) {
  const { opened, onClose, title, picture, state, action, below, wide = false, children } = props;
  const texts = useUiTexts();
  const mobile = useMobile();
  useFocusBack(opened);
  useNoted(opened);
  const overlay = useOverlay(opened, onClose);
  return (
    <Drawer.Root
      {...overlay}
      position="right"
      size={mobile ? '100%' : wide ? 'min(1080px, 100%)' : 720}
      classNames={{ overlay: classes.overlay, inner: classes.inner, content: classes.content }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Header className={classes.head}>
          {picture}
          <div className={classes.identity}>
            <Drawer.Title className={classes.title}>{title}</Drawer.Title>
            {state}
          </div>
          <div className={classes.action}>
            {action ? <div className={classes.actions}>{action}</div> : null}
            <Drawer.CloseButton aria-label={texts.close} />
          </div>
          {below ? <div className={classes.below}>{below}</div> : null}
        </Drawer.Header>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

type SectionProps = {
  title: string;
  /** A tab above it bears the title already; only readers of the screen need it. */
  unseen?: boolean;
  children: ReactNode;
};

/** One section of a detail; order them: what is wrong, what it costs, where it is, what happened. */
export function DetailSection({ title, unseen = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={unseen ? classes.unseen : classes.sectionTitle}>
        {title}
      </h3>
      {children}
    </section>
  );
}

const awaitedLines = [35, 50, 30, 42]; // % of the width that a value may have

/** A detail that is on its way: the lines of two sections where names and values will stand. */
export function DetailSkeleton() {
  return (
    <div aria-hidden="true">
      {[0, 1].map((section) => (
        <div key={section} className={classes.section}>
          <Skeleton height={12} width={96} radius="sm" mb={16} />
          {awaitedLines.map((width) => (
            <div key={width} className={classes.awaited}>
              <Skeleton height={10} width={88} radius="sm" />
              <Skeleton height={10} width={`${width}%`} radius="sm" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
