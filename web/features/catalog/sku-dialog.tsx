import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogFlags, catalogLimits } from '#contract/catalog-rules.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { countries, countryName } from '#web/lib/countries.ts';
import { capitalized } from '#web/lib/format.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from './catalog.module.css';
import { PictureList } from './picture-list.tsx';
import { bodyOf, centsOf, draftOf, newDraft, optionsOf, sameOptions, type SkuDraft } from './sku-draft.ts';
import type { StaffDetail, StaffSku } from './catalog-types.ts';

type DialogProps = { product: StaffDetail; sku?: StaffSku; onClose: () => void };

/** Adds a SKU to a product or changes one: what it is, what it weighs, what customs and carriers ask. */
export function SkuDialog({ product, sku, onClose }: DialogProps) {
  const { t } = useTranslation('catalog');
  const confirm = useConfirm();
  const form = useForm<SkuDraft>({
    initialValues: sku ? draftOf(sku) : newDraft(product.title, Object.keys(product.items[0]?.attributes ?? {})),
    validate: {
      title: (value) => (value.trim() === '' ? t('staff.titleMissing') : null),
      options: (value) => (optionsOf(value) === undefined ? t('staff.skuOptionsBad') : null),
      weight_g: (value) => (Number(value) >= 1 ? null : t('staff.weightMissing')),
      hs_code: (value) => (value.trim() === '' || /^\s*\d{6,12}\s*$/.test(value) ? null : t('staff.hsBad')),
      declared: (value) => (centsOf(value) === undefined ? t('staff.declaredBad') : null),
    },
  });
  const saving = { form, fields: fieldOf, refetch: ['catalog'] as const };
  const add = useApiMutation(api.catalog.staffAddSku, saving);
  const save = useApiMutation(api.catalog.staffSaveSku, saving);
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const body = bodyOf(form.values);
    if (!sku) return add.run({ params: { id: product.id }, body });
    const changed = !sameOptions(sku.attributes, body.attributes);
    if (changed && sku.mapped_variants > 0) {
      const sure = await confirm({
        title: t('staff.reviewTitle', { code: sku.code }),
        text: t('staff.reviewText', { count: sku.mapped_variants }),
        confirmLabel: t('staff.saveSku'),
      });
      if (!sure) return false;
    }
    return save.run({ params: { id: sku.id }, body: { ...body, version: sku.version } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={sku ? t('staff.editTitle', { title: sku.code }) : t('staff.addSku')}
      submitLabel={t('staff.saveSku')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
      width={620}
    >
      <Unsaved when={form.isDirty()} />
      <TextInput label={t('staff.name')} maxLength={catalogLimits.title} {...form.getInputProps('title')} />
      <Textarea
        label={t('staff.options')}
        description={t('staff.skuOptionsHelp')}
        autosize
        minRows={1}
        maxRows={catalogLimits.attributes}
        {...form.getInputProps('options')}
      />
      <PictureList
        pictures={form.values.pictures}
        onChange={(pictures) => form.setFieldValue('pictures', pictures)}
        max={1}
      />
      <Measures form={form} />
      <Customs form={form} />
    </FormDialog>
  );
}

/** The server's names where the form has others. */
const fieldOf = { attributes: 'options', skus: 'options', declared_value: 'declared', pictures: 'title' };

type FieldsProps = { form: UseFormReturnType<SkuDraft> };

function Measures({ form }: FieldsProps) {
  const { t } = useTranslation('catalog');
  const whole = { min: 1, allowDecimal: false, allowNegative: false } as const;
  return (
    <>
      <div className={classes.fields}>
        <NumberInput label={t('staff.weight')} {...whole} max={1_000_000} {...form.getInputProps('weight_g')} />
        <NumberInput label={t('staff.lead')} {...whole} min={0} max={365} {...form.getInputProps('lead_days')} />
        <NumberInput label={t('details.moq')} {...whole} max={100_000} {...form.getInputProps('moq')} />
      </div>
      <div className={classes.fields}>
        <NumberInput label={t('staff.length')} {...whole} max={10_000} {...form.getInputProps('length_mm')} />
        <NumberInput label={t('staff.width')} {...whole} max={10_000} {...form.getInputProps('width_mm')} />
        <NumberInput label={t('staff.height')} {...whole} max={10_000} {...form.getInputProps('height_mm')} />
      </div>
    </>
  );
}

function Customs({ form }: FieldsProps) {
  const { t, i18n } = useTranslation('catalog');
  const origins = useMemo(
    () => [...new Set(['CN', ...countries])].map((code) => ({ value: code, label: countryName(code, i18n.language) })),
    [i18n.language],
  );
  return (
    <>
      <Checkbox.Group
        label={t('details.flags')}
        value={form.values.flags}
        onChange={(flags) => form.setFieldValue('flags', flags)}
      >
        <div className={classes.flags}>
          {catalogFlags.map((flag) => (
            <Checkbox key={flag} value={flag} label={capitalized(t(`flags.${flag}`))} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={classes.fields}>
        <TextInput label={t('staff.hs')} inputMode="numeric" maxLength={12} {...form.getInputProps('hs_code')} />
        <Select label={t('staff.origin')} data={origins} searchable clearable {...form.getInputProps('origin')} />
        <TextInput label={t('staff.declared')} inputMode="decimal" {...form.getInputProps('declared')} />
      </div>
    </>
  );
}
