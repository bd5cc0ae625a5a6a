import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyBoundary, lazyPart } from './lazy-part.tsx';

const DayCalendar = lazyPart(async () => (await import('./day-calendar.tsx')).DayCalendar);

type CalendarButtonProps = { value: string; disabled: boolean; onChoose: (day: string) => void };

/** Opens a calendar in the language of the page. */
export function CalendarButton({ value, disabled, onChoose }: CalendarButtonProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-end">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={disabled}
          aria-label={t('app.calendar')}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <LazyBoundary>
          <DayCalendar
            value={value}
            label={t('app.calendar')}
            onChoose={(day) => {
              setOpened(false);
              onChoose(day);
            }}
          />
        </LazyBoundary>
      </Popover.Dropdown>
    </Popover>
  );
}
