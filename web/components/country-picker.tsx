import { MultiSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countries, countryName } from '../lib/countries.ts';
import classes from './country-picker.module.css';

type CountryPickerProps = {
  label: string;
  description?: string | undefined;
  value: string[];
  onChange: (codes: string[]) => void;
  error?: React.ReactNode;
};

/** Several countries by name or code. */
export function CountryPicker({ label, description, value, onChange, error }: CountryPickerProps) {
  const { i18n } = useTranslation();
  // what is chosen has its name, also where it is no destination that we offer
  const others = value.filter((code) => !countries.includes(code)).join(' ');
  const data = useMemo(
    () =>
      [...countries, ...others.split(' ').filter(Boolean)].map((code) => ({
        value: code,
        label: `${countryName(code, i18n.language)} (${code})`,
      })),
    [i18n.language, others],
  );
  return (
    <MultiSelect
      label={label}
      {...(description !== undefined && { description })}
      data={data}
      value={value}
      onChange={onChange}
      error={error}
      searchable
      hidePickedOptions
      classNames={{ pillsList: classes.chosen ?? '' }}
    />
  );
}
