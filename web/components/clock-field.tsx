import { TextInput, type TextInputProps } from '@mantine/core';
import { clockOfText } from '#web/lib/day-text.ts';
import { useDraftText } from './draft-text.ts';

type ClockFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  /** HH:MM, or empty. */
  value?: string;
  onChange?: (clock: string) => void;
};

/** A full hour may be typed as its number alone. */
const fullHour = (text: string) => clockOfText(`${text.trim()}:00`) || undefined;

/** A time of day, typed as HH:MM: the browser's own field follows the language of the browser. */
export function ClockField({ value = '', onChange, onBlur, ...field }: ClockFieldProps) {
  const text = useDraftText({ value, onChange: (clock) => onChange?.(clock), read: clockOfText, readLast: fullHour });
  return (
    <TextInput
      {...field}
      placeholder="HH:MM"
      autoComplete="off"
      value={text.draft ?? value}
      onChange={(event) => text.type(event.currentTarget.value)}
      onBlur={(event) => {
        text.leave();
        onBlur?.(event);
      }}
    />
  );
}
