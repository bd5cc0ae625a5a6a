import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/zh-cn';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type ListRangeProps = {
  from: string | undefined;
  to: string | undefined;
  label: string;
  onChoose: (days: { from: string; to: string }) => void;
};

/** A calendar to choose the first and the last day on; a day chosen twice is that day alone. */
export function ListRange({ from, to, label, onChoose }: ListRangeProps) {
  const { i18n } = useTranslation('lists');
  const [days, setDays] = useState<[string | null, string | null]>([from ?? null, to ?? null]);
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      aria-label={label}
      locale={i18n.language === 'zh' ? 'zh-cn' : 'en'}
      {...(from !== undefined && { defaultDate: from })}
      value={days}
      onChange={(next) => {
        setDays(next);
        if (next[0] !== null && next[1] !== null) onChoose({ from: next[0], to: next[1] });
      }}
    />
  );
}
