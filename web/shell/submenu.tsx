import { Collapse } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FlyOut } from './fly-out.tsx';
import { Label, Picture } from './menu-link.tsx';
import { activeParents, type MenuItem } from './page-table.ts';
import { useShell } from './shell-context.tsx';
import classes from './sidebar.module.css';

type SubmenuProps = { item: MenuItem; small: boolean; open: boolean; onToggle: () => void; children: ReactNode };

/** A parent with its children: folds in place, or flies out beside the collapsed bar. */
export function Submenu({ item, small, open, onToggle, children }: SubmenuProps) {
  const { t } = useTranslation();
  const { entries, chain } = useShell();
  const { icon, path, title } = item.entry;
  const label = t(`menu.${title}`);
  const within = activeParents(entries, chain).includes(path);
  if (small) {
    return (
      <FlyOut label={label} face={<Picture icon={icon} label={label} />} within={within}>
        {children}
      </FlyOut>
    );
  }
  const handleKey = (event: KeyboardEvent) => {
    if ((event.key === 'ArrowRight' && !open) || (event.key === 'ArrowLeft' && open)) onToggle();
  };
  return (
    <>
      <button
        type="button"
        className={classes.item}
        data-within={within && !open}
        aria-expanded={open}
        onClick={onToggle}
        onKeyDown={handleKey}
      >
        <Picture icon={icon} label={label} />
        <Label small={false}>{label}</Label>
        <IconChevronDown className={classes.chevron} size={14} stroke={1.75} aria-hidden />
      </button>
      <Collapse expanded={open} transitionDuration={140}>
        {children}
      </Collapse>
    </>
  );
}
