import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';

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

/** A country with its calling code (spec §3). */
type PhoneCountry = {
  english_name: string;
  chinese_name: string;
  country_code: string;
  phone_code: string;
};

/** `+49 Germany`, as the bind dialog shows a country (spec §2). */
function phoneLabel(country: PhoneCountry, language: string): string {
  return `+${country.phone_code} ${language === 'zh' ? country.chinese_name : country.english_name}`;
}

/** What a country is found by: its code, its calling code, and its names in both languages. */
function findable(country: PhoneCountry): string {
  const { phone_code, english_name, chinese_name, country_code } = country;
  return `+${phone_code} ${english_name} ${chinese_name} ${country_code}`.toLowerCase();
}

type Choice = { value: string; label: string; words: string; country: PhoneCountry };

/** Countries and their names come when they are first needed. */
async function loadCountries(): Promise<PhoneCountry[]> {
  try {
    return (await import('./phone-countries.json')).default;
  } catch {
    throw new ApiError({ kind: 'network', status: 0, message: '' }); // shown like any failed call
  }
}

/** The countries to choose a calling code from, by name in the user's language; undefined until they are there. */
function usePhoneCountries(language: string): ReadonlyMap<string, Choice> | undefined {
  const { data } = useQuery({ queryKey: ['phone-countries'], queryFn: loadCountries });
  return useMemo(() => {
    if (data === undefined) return undefined;
    const name = (country: PhoneCountry) => (language === 'zh' ? country.chinese_name : country.english_name);
    const { compare } = new Intl.Collator(language);
    const choices = data
      .toSorted((a, b) => compare(name(a), name(b)))
      .map((country) => ({
        value: country.country_code,
        label: phoneLabel(country, language),
        words: findable(country),
        country,
      }));
    return new Map(choices.map((choice) => [choice.value, choice]));
  }, [data, language]);
}
