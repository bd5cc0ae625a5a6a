import { Select, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FormulaDraft, FormulaKind } from './freight-draft.ts';

const kinds: readonly FormulaKind[] = ['per_kg', 'first_step', 'flat', 'table'];
const baseText = { flat: 'amount', first_step: 'firstAmount', per_kg: 'handling' } as const;
const rateText = { first_step: 'stepAmount', per_kg: 'kgAmount', table: 'overAmount' } as const;

type FreightFieldsProps = {
  draft: FormulaDraft;
  /** Of the amounts. */
  currency: string;
  /** A sentence about the formula as a whole. */
  error?: string | undefined;
  onChange: (part: Partial<FormulaDraft>) => void;
};

/** An amount's currency, at the end of its field. */
const inCurrency = (currency: string) => ({ rightSection: currency, rightSectionWidth: 44, rightSectionProps: muted });
const muted = { style: { color: 'var(--tw-muted)', fontSize: 'var(--tw-font-small)', pointerEvents: 'none' } } as const;

/** The fields of a freight formula, side by side; the kind decides which. Lay them out in a row. */
export function FreightFields({ draft, currency, error, onChange }: FreightFieldsProps) {
  const { t } = useTranslation('shipping');
  const text = (name: 'base' | 'rate' | 'first_g' | 'step_g', label: string, problem?: string) => (
    <TextInput
      label={label}
      w={112}
      inputMode="decimal"
      {...(name === 'base' || name === 'rate' ? inCurrency(currency) : {})}
      value={draft[name]}
      error={problem}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const { kind } = draft;
  return (
    <>
      <Select
        label={t('formula.label')}
        w={190}
        comboboxProps={{ keepMounted: false }}
        allowDeselect={false}
        data={kinds.map((value) => ({ value, label: t(`formula.kinds.${value}`) }))}
        value={kind}
        onChange={(value) => onChange({ kind: kinds.find((one) => one === value) ?? kind })}
      />
      {kind === 'first_step' && text('first_g', t('formula.firstG'))}
      {kind !== 'table' && text('base', t(`formula.${baseText[kind]}`), error)}
      {(kind === 'first_step' || kind === 'table') &&
        text('step_g', t(kind === 'table' ? 'formula.overG' : 'formula.stepG'))}
      {kind !== 'flat' && text('rate', t(`formula.${rateText[kind]}`))}
      {kind === 'table' && (
        <Textarea
          label={t('formula.bands')}
          description={t('formula.bandsHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          w="100%" // a line of its own: it is taller than the fields beside
          autosize
          minRows={2}
          maxRows={8}
          value={draft.bands}
          error={error}
          onChange={(event) => onChange({ bands: event.currentTarget.value })}
        />
      )}
    </>
  );
}
