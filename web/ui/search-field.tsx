import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { usePageKeys } from './page-keys.ts';
import { useUiTexts } from './texts.tsx';

export type SearchFieldProps = {
  label: string;
  value: string;
  onSearch: (value: string) => void;
  width?: number | string;
};

/** A search field that asks 250 ms after the last key, and at once on Enter. */
export function SearchField({ label, value, onSearch, width = 280 }: SearchFieldProps) {
  const texts = useUiTexts();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  usePageKeys({
    '/': () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  const later = useDebouncedCallback(onSearch, 250);
  if (known !== value) {
    setKnown(value);
    setText(value); // changed from outside: a cleared filter, a link
  }
  const now = (next: string) => {
    later.cancel();
    setText(next);
    onSearch(next);
  };
  return (
    <TextInput
      ref={field}
      type="text"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      w={width}
      maw="100%"
      value={text}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        text === '' ? null : <CloseButton size="sm" aria-label={texts.clearSearch} onClick={() => now('')} />
      }
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text');
        if (!/[\r\n\t]/.test(pasted.trim())) return;
        event.preventDefault(); // a field of one line would glue the lines of a copied column together
        now(
          pasted
            .trim()
            .split(/[\r\n\t]+/)
            .join(', '),
        );
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') now(event.currentTarget.value);
        if (event.key === 'Escape' && text !== '') now('');
      }}
    />
  );
}
