import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePhoneCountries } from './use-phone-countries.ts';

type PhoneCountrySelectProps = Pick<SelectProps, 'label' | 'error' | 'placeholder'> & {
  /** ISO code of the chosen country. */
  value: string | null;
  /** The country with its calling code; null when the choice was taken back. */
  onChange: (chosen: { country_code: string; phone_code: string } | null) => void;
};

/** A country for a phone number, shown as its calling code and name, found by either language, code or number. */
export function PhoneCountrySelect({ value, onChange, ...field }: PhoneCountrySelectProps) {
  const { i18n } = useTranslation();
  const countries = usePhoneCountries(i18n.language);
  return (
    <Select
      {...field}
      data={[...(countries?.values() ?? [])].map((choice) => ({ value: choice.value, label: choice.label }))}
      value={value}
      onChange={(code) => onChange(countries?.get(code ?? '')?.country ?? null)}
      filter={({ options, search }) => {
        const wanted = search.trim().toLowerCase();
        return options.filter((option) => 'value' in option && countries?.get(option.value)?.words.includes(wanted));
      }}
      searchable
      clearable
      maxDropdownHeight={240}
      disabled={countries === undefined}
    />
  );
}
