import { Popover } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { walkMenu } from './menu-keys.ts';
import { Label } from './menu-link.tsx';
import classes from './sidebar.module.css';

const hoverMs = 300; // shell 3.3

type FlyOutProps = { label: string; face: ReactNode; within: boolean; children: ReactNode };

/** Who opened it: keys go into the list at once and stay there, a pointer leaves the focus where it is. */
type Opener = 'pointer' | 'keys';

/** A submenu beside the collapsed bar: opens 300 ms after the pointer came, at once by click and keys. */
export function FlyOut({ label, face, within, children }: FlyOutProps) {
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [opener, setOpener] = useState<Opener>();
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = (next: Opener | undefined) => {
    clearTimeout(timer.current);
    setOpener(next);
  };
  const later = (next: Opener | undefined) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpener((now) => (now === 'keys' ? now : next)), hoverMs);
  };
  const hover = { onMouseEnter: () => later('pointer'), onMouseLeave: () => later(undefined) };
  const handleClick = (event: MouseEvent) => {
    const byKeys = event.detail === 0;
    show(byKeys && opener !== undefined ? undefined : byKeys ? 'keys' : 'pointer');
  };
  const handleInside = (event: KeyboardEvent<HTMLElement>) => {
    walkMenu(event);
    if (event.key !== 'Escape' && event.key !== 'ArrowLeft') return;
    show(undefined);
    button.current?.focus();
  };
  return (
    <Popover
      opened={opener !== undefined}
      onChange={(opened) => !opened && show(undefined)}
      position="right-start"
      offset={6}
      shadow="md"
      trapFocus={opener === 'keys'}
    >
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={classes.item}
          data-within={within}
          onClick={handleClick}
          onKeyDown={(event) => event.key === 'ArrowRight' && show('keys')}
          {...hover}
        >
          {face}
          <Label small>{label}</Label>
        </button>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.flyout}
        aria-label={label}
        onClick={() => show(undefined)}
        onKeyDown={handleInside}
        {...hover}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
