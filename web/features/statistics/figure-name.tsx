import { ActionIcon, Popover } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownFigure } from './figure-texts.ts';
import classes from './statistics.module.css';

/** What a figure is called, and behind the question mark what it is made of; it opens upwards, off the figure below. */
export function FigureName({ name, children }: { name: ShownFigure; children?: ReactNode }) {
  const { t } = useTranslation('statistics');
  const label = t(`cards.${name}`);
  return (
    <span className={classes.cardHead}>
      <span className={classes.cardName}>{label}</span>
      <Popover width={300} position="top-end" withArrow trapFocus={false}>
        <Popover.Target>
          <ActionIcon size="sm" aria-label={t('explain', { name: label })}>
            <IconHelp size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={classes.definition ?? ''}>
          {t(`definitions.${name}`)}
          {children}
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}
