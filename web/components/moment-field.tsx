import { TextInput, type TextInputProps } from '@mantine/core';
import { dayOfText, momentOfText } from '#web/lib/day-text.ts';
import { CalendarButton } from './calendar-button.tsx';
import { useDraftText } from './draft-text.ts';

type MomentFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'rightSection'> & {
  /** YYYY-MM-DDTHH:MM in local time, or empty. */
  value?: string;
  onChange?: (moment: string) => void;
};

const midnight = '00:00';

/** A date alone begins at midnight. */
const beginning = (text: string) => {
  const day = dayOfText(text);
  return day ? `${day}T${midnight}` : undefined;
};

/** A date and time, typed as YYYY-MM-DD HH:MM or with the date from a calendar, whatever the language of the browser. */
export function MomentField({ value = '', onChange, onBlur, ...field }: MomentFieldProps) {
  const text = useDraftText({
    value,
    onChange: (moment) => onChange?.(moment),
    read: momentOfText,
    readLast: beginning,
  });
  const [day = '', clock = midnight] = value.split('T');
  return (
    <TextInput
      {...field}
      miw={190} // a whole moment beside its calendar
      placeholder="YYYY-MM-DD HH:MM"
      autoComplete="off"
      value={text.draft ?? value.replace('T', ' ')}
      onChange={(event) => text.type(event.currentTarget.value)}
      onBlur={(event) => {
        text.leave();
        onBlur?.(event);
      }}
      rightSection={
        <CalendarButton
          value={day}
          disabled={field.disabled === true}
          onChoose={(chosen) => text.apply(`${chosen}T${clock}`)}
        />
      }
    />
  );
}
