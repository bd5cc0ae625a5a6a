import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressFields, addressLengths, anyCarrier, judgeAddress } from '#contract/address-rules.ts';
import { submitForm } from '#web/components/field-errors.ts';
import type { AddressValues } from '#web/components/address-fields.tsx';
import { addressOf, type DraftValues, emptyAddress, inputOf, linesOf, valuesOf } from './draft-values.ts';
import { type Draft, useDraftActs, useDraftPrice } from './drafts.api.ts';

const priceAfterMs = 300;
const fieldsAt = Object.fromEntries(
  [...addressFields, 'email'].map((field) => [`recipient.${field}`, field === 'email' ? 'email' : `address.${field}`]),
);

/** An order while it is written: what was typed, what it would cost, what is wrong, and where it was saved. */
export function useDraftForm(draft: Draft | undefined, firstStore: string | null) {
  const { t } = useTranslation('order-edits');
  const acts = useDraftActs();
  const [saved, setSaved] = useState<Pick<Draft, 'id' | 'version'> | undefined>(draft);
  const [busy, setBusy] = useState<'save' | 'place'>();
  const address = useForm<AddressValues>({ initialValues: draft ? addressOf(draft) : emptyAddress });
  const rest = useForm<DraftValues>({
    initialValues: draft
      ? valuesOf(draft)
      : { store_id: firstStore, name: '', email: '', lines: [], channel_id: null, remark: '' },
  });
  const { store_id, lines, channel_id } = rest.values;
  const [asked] = useDebouncedValue(
    { store_id, channel_id, lines: linesOf(lines), country: address.values.country || null },
    priceAfterMs,
  );
  const price = useDraftPrice(asked);
  const carrier = price.data?.carrier ?? anyCarrier;
  const problems = judgeAddress(address.values, carrier);
  const sentences = Object.fromEntries(
    problems.map(({ field, fault }) => [field, t(`faults.${fault}`, { max: addressLengths[field].max })]),
  );
  const errors = {
    setFieldError: (path: string, error: string) =>
      path.startsWith('address.')
        ? address.setFieldError(path.slice('address.'.length), error)
        : rest.setFieldError(path, error),
  };
  /** Puts what is typed aside; undefined after a refusal. */
  const save = async () => {
    const input = inputOf(rest.values, address.values);
    const answer = await submitForm(errors, acts.save(input, saved), fieldsAt);
    if (!answer) return undefined;
    setSaved({ id: answer.id, version: answer.version });
    address.resetDirty();
    rest.resetDirty();
    return answer;
  };
  const place = async () => {
    address.setErrors(sentences);
    if (problems[0]) address.getInputNode(problems[0].field)?.focus();
    if (problems.length > 0 || lines.length === 0) return undefined;
    const kept = address.isDirty() || rest.isDirty() || !saved ? await save() : saved;
    return kept && submitForm(errors, acts.place(kept), fieldsAt);
  };
  const during = async <T>(what: 'save' | 'place', act: () => Promise<T>): Promise<T> => {
    setBusy(what);
    try {
      return await act();
    } finally {
      setBusy(undefined);
    }
  };
  return {
    address,
    rest,
    price,
    carrier,
    sentences,
    busy,
    saved,
    dirty: address.isDirty() || rest.isDirty(),
    waiting: price.isFetching,
    save: () => during('save', save),
    place: () => during('place', place),
  };
}
export type DraftForm = ReturnType<typeof useDraftForm>;
