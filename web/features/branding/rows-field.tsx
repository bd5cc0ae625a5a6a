import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './branding.module.css';
import type { Draft } from './site-draft.ts';

type ListName = 'custom_css_urls' | 'custom_js_urls' | 'custom_lang_urls' | 'contact';

export type RowsFieldProps = {
  form: UseFormReturnType<Draft>;
  name: ListName;
  label: string;
  help?: string;
  /** Parts of a row, first the narrow ones; one without a key is the row itself. */
  parts: readonly { key?: string; label: string; placeholder?: string }[];
  addLabel: string;
};

/** A short list of rows typed by hand: addresses, languages, contacts. */
export function RowsField({ form, name, label, help, parts, addLabel }: RowsFieldProps) {
  const { t } = useTranslation('branding');
  const path = `config.${name}`;
  const rows: readonly unknown[] = form.values.config[name];
  const empty =
    parts[0]?.key === undefined ? '' : Object.fromEntries(parts.map((part): [string, string] => [part.key ?? '', '']));
  return (
    <Input.Wrapper label={label} description={help} error={form.errors[path]} labelElement="div">
      <div className={classes.rows} role="group" aria-label={label}>
        {rows.map((_, index) => (
          // a row has no other identity than its place
          <div key={index} className={classes.row} data-parts={parts.length}>
            {parts.map((part) => (
              <TextInput
                key={part.label}
                aria-label={`${part.label} ${index + 1}`}
                placeholder={part.placeholder ?? part.label}
                {...form.getInputProps([path, index, part.key].filter((word) => word !== undefined).join('.'))}
              />
            ))}
            <ActionIcon
              aria-label={t('rows.remove', { n: index + 1 })}
              onClick={() => form.removeListItem(path, index)}
            >
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => form.insertListItem(path, empty)}
        >
          {addLabel}
        </Button>
      </div>
    </Input.Wrapper>
  );
}
