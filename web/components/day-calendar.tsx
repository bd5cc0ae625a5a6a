import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/zh-cn';
import { useTranslation } from 'react-i18next';

type DayCalendarProps = { value: string; label: string; onChoose: (day: string) => void };

/** A calendar of one month to choose a day from. */
export function DayCalendar({ value, label, onChoose }: DayCalendarProps) {
  const { i18n } = useTranslation();
  return (
    <DatePicker
      aria-label={label}
      locale={i18n.language === 'zh' ? 'zh-cn' : 'en'}
      {...(value !== '' && { defaultDate: value })}
      value={value === '' ? null : value}
      onChange={(day) => day !== null && onChoose(day)}
    />
  );
}
