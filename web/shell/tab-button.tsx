import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import classes from './tab-bar.module.css';
import type { Tab } from './tab-list.ts';
import type { Tabs } from './use-tabs.ts';

type TabButtonProps = {
  tab: Tab;
  index: number;
  tabs: Tabs;
  dragged: boolean;
  onMenu: (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => void;
  onPointerDown: (event: PointerEvent) => void;
};

/** Where an arrow, Home or End leads in the strip. */
function goalOf(key: string, tab: HTMLElement): Element | null | undefined {
  if (key === 'ArrowLeft') return tab.previousElementSibling;
  if (key === 'ArrowRight') return tab.nextElementSibling;
  if (key === 'Home') return tab.parentElement?.firstElementChild;
  return key === 'End' ? tab.parentElement?.lastElementChild : undefined;
}

/** Arrow keys move, Home and End too, Enter opens, Delete closes, Shift F10 has the menu, Ctrl Shift and an arrow puts. */
function useKeys({ tab, index, tabs, onMenu }: TabButtonProps) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, shiftKey } = event;
    const goal = goalOf(key, event.currentTarget);
    if (ctrlKey && shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight'))
      tabs.move(tab, key === 'ArrowRight' ? index + 1 : index - 1);
    else if (goal instanceof HTMLElement) goal.focus();
    else if (key === 'Enter' || key === ' ') tabs.open(tab);
    else if (key === 'Delete' && !tab.affix) void tabs.close(tab);
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) onMenu(event);
    else return;
    event.preventDefault();
  };
}

/** One tab. */
export function TabButton(props: TabButtonProps) {
  const { tab, tabs, dragged, onMenu, onPointerDown } = props;
  const handleKey = useKeys(props);
  const title = tabs.titleOf(tab);
  const active = tab.key === tabs.shown;
  return (
    <div
      className={classes.tab}
      role="tab"
      data-key={tab.key}
      data-dragged={dragged}
      aria-selected={active}
      aria-keyshortcuts={tab.affix ? undefined : 'Delete Control+Shift+ArrowLeft Control+Shift+ArrowRight'}
      tabIndex={active ? 0 : -1}
      title={title}
      onPointerDown={onPointerDown}
      onClick={() => tabs.open(tab)}
      onMouseDown={(event) => {
        if (event.button === 1) event.preventDefault(); // no scrolling by the middle button
      }}
      onAuxClick={(event) => {
        if (event.button === 1 && !tab.affix) void tabs.close(tab);
      }}
      onContextMenu={onMenu}
      onKeyDown={handleKey}
    >
      <span className={classes.title}>{title}</span>
      {!tab.affix && (
        // the keys' way to close is Delete on the tab; a tab must not hold another control
        <span
          className={classes.close}
          aria-hidden="true"
          data-close=""
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation();
            void tabs.close(tab);
          }}
        >
          <IconX size={12} stroke={2} />
        </span>
      )}
    </div>
  );
}
