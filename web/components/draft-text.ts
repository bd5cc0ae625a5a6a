import { useState } from 'react';

type DraftText = {
  value: string;
  onChange: (value: string) => void;
  /** What a text says, or undefined while it says nothing yet. */
  read: (text: string) => string | undefined;
  /** The same once the field is left, for texts that are good enough then. */
  readLast?: (text: string) => string | undefined;
};

/** The text of a field while it is typed: its value changes when the text can be read; an unreadable rest is forgotten. */
export function useDraftText({ value, onChange, read, readLast }: DraftText) {
  const [draft, setDraft] = useState<string>();
  const apply = (next: string) => {
    setDraft(undefined);
    if (next !== value) onChange(next);
  };
  return {
    draft,
    apply,
    type: (text: string) => {
      const next = read(text);
      if (next === undefined) setDraft(text);
      else apply(next);
    },
    leave: () => apply((draft === undefined ? undefined : readLast?.(draft)) ?? value),
  };
}
