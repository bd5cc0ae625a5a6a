import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from './lazy-part.tsx';
import { dayOfText } from '#web/lib/day-text.ts';

const DayCalendar = lazyPart(async () => (await import('./day-calendar.tsx')).DayCalendar);

type DayFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'rightSection'> & {
  /** YYYY-MM-DD, or empty. */
  value?: string;
  onChange?: (day: string) => void;
};

/**
 * A day, typed as YYYY-MM-DD or chosen from a calendar in the language of the page: the browser's own field follows the
 * language of the browser.
 */
export function DayField({ value = '', onChange, onBlur, ...field }: DayFieldProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  // what is being typed and is no day yet; what leaves the field unfinished is forgotten
  const [draft, setDraft] = useState<string>();
  const take = (text: string) => {
    const day = dayOfText(text);
    setDraft(day === undefined ? text : undefined);
    if (day !== undefined && day !== value) onChange?.(day);
  };
  return (
    <TextInput
      {...field}
      miw={150} // a whole day beside its calendar, on a phone too
      placeholder="YYYY-MM-DD"
      autoComplete="off"
      value={draft ?? value}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={(event) => {
        setDraft(undefined);
        onBlur?.(event);
      }}
      rightSection={
        <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-end">
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={field.disabled === true}
              aria-label={t('app.calendar')}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense>
              <DayCalendar
                value={value}
                label={t('app.calendar')}
                onChoose={(day) => {
                  setDraft(undefined);
                  setOpened(false);
                  onChange?.(day);
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
