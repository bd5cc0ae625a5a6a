import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressFields, addressLengths, anyCarrier, judgeAddress } from '#contract/address-rules.ts';
import type { AddressValues } from '#web/components/address-fields.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { addressOf, type DraftValues, emptyAddress, inputOf, linesOf, valuesOf } from './draft-values.ts';
import type { Draft } from '../orders-types.ts';

const priceAfterMs = 300;
const fieldsAt = Object.fromEntries(
  [...addressFields, 'email'].map((field) => [`recipient.${field}`, field === 'email' ? 'email' : `address.${field}`]),
);

/** An order while it is written: what was typed, what it would cost, what is wrong, and where it was saved. */
export function useDraftForm(draft: Draft | undefined, firstStore: string | null) {
  const { t } = useTranslation('orders-edit');
  const [saved, setSaved] = useState<Pick<Draft, 'id' | 'version'> | undefined>(draft);
  const [doing, setDoing] = useState<'save' | 'place'>('save');
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
  const price = useApiQuery(
    api.orders.draftPrice,
    { body: asked },
    { enabled: asked.lines.length > 0, keepPrevious: true, retry: false },
  );
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
  const saving = { form: errors, fields: fieldsAt, refetch: ['orders'] as const };
  const create = useApiMutation(api.orders.createDraft, saving);
  const update = useApiMutation(api.orders.saveDraft, saving);
  const placing = useApiMutation(api.orders.placeDraft, { form: errors, fields: fieldsAt });
  /** Puts what is typed aside; undefined after a refusal. */
  const save = async () => {
    const input = inputOf(rest.values, address.values);
    const answer = await (saved
      ? update.run({ params: { id: saved.id }, body: { ...input, version: saved.version } })
      : create.run({ body: input }));
    if (answer === false) return undefined;
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
    if (!kept) return undefined;
    const { id, version } = kept;
    return (await placing.run({ params: { id }, body: { version } })) || undefined;
  };
  const isBusy = create.busy || update.busy || placing.busy;
  return {
    address,
    rest,
    price,
    carrier,
    sentences,
    busy: isBusy ? doing : undefined,
    saved,
    dirty: address.isDirty() || rest.isDirty(),
    waiting: price.isFetching,
    save: () => {
      setDoing('save');
      return save();
    },
    place: () => {
      setDoing('place');
      return place();
    },
  };
}
export type DraftForm = ReturnType<typeof useDraftForm>;
