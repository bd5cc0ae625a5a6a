import { TextInput, type TextInputProps } from '@mantine/core';
import { dayOfText } from '#web/lib/day-text.ts';
import { CalendarButton } from './calendar-button.tsx';
import { useDraftText } from './draft-text.ts';

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
  const text = useDraftText({ value, onChange: (day) => onChange?.(day), read: dayOfText });
  return (
    <TextInput
      {...field}
      miw={150} // a whole day beside its calendar, on a phone too
      placeholder="YYYY-MM-DD"
      autoComplete="off"
      value={text.draft ?? value}
      onChange={(event) => text.type(event.currentTarget.value)}
      onBlur={(event) => {
        text.leave();
        onBlur?.(event);
      }}
      rightSection={<CalendarButton value={value} disabled={field.disabled === true} onChoose={text.apply} />}
    />
  );
}
