import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { catalogLimits } from '#contract/catalog-rules.ts';
import type { CatalogPicture } from '#web/api/upload.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from './catalog.module.css';
import { ClientSelect } from '#web/components/client-select.tsx';
import { readOptions } from './option-lines.ts';
import { PictureList } from './picture-list.tsx';
import type { StaffDetail } from './catalog-types.ts';

type Draft = {
  title: string;
  category: string;
  description: string;
  pictures: CatalogPicture[];
  options: string;
  client: string | null;
  weight: number | string;
  lead: number | string;
  moq: number | string;
};

const blank = { options: '', client: null, weight: 100, lead: 3, moq: 1 };

type CatalogDialogProps = { product?: StaffDetail; onSaved?: (product: StaffDetail) => void; onClose: () => void };

/** Adds a product with its SKUs, or changes what buyers read about one. */
export function CatalogDialog({ product, onSaved, onClose }: CatalogDialogProps) {
  const { t } = useTranslation('catalog');
  const { title = '', category, description = '', pictures = [] } = product ?? {};
  const form = useForm<Draft>({
    initialValues: { ...blank, title, category: category ?? '', description, pictures },
    validate: {
      title: (value) => (value.trim() === '' ? t('staff.titleMissing') : null),
      weight: (value) => (Number(value) >= 1 ? null : t('staff.weightMissing')),
    },
  });
  const saving = {
    form,
    fields: { skus: 'options' },
    refetch: ['catalog'] as const,
    ...(onSaved && { onSuccess: onSaved }),
  };
  const create = useApiMutation(api.catalog.staffCreate, saving);
  const save = useApiMutation(api.catalog.staffSave, saving);
  const handleSubmit = () => {
    if (form.validate().hasErrors) return false;
    const { values } = form;
    const fields = {
      title: values.title,
      category: values.category.trim() === '' ? null : values.category,
      description: values.description,
      pictures: values.pictures.map((picture) => picture.sha256),
    };
    return product
      ? save.run({ params: { id: product.id }, body: { ...fields, version: product.version } })
      : create.run({ body: { ...fields, account_id: values.client, skus: skusOf(values) } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={product ? t('staff.editTitle', { title: product.title }) : t('staff.add')}
      submitLabel={t('staff.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
      width={620}
    >
      <Unsaved when={form.isDirty()} />
      <TextInput label={t('staff.name')} maxLength={catalogLimits.title} {...form.getInputProps('title')} />
      <TextInput label={t('category')} maxLength={60} {...form.getInputProps('category')} />
      <Textarea
        label={t('staff.description')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={catalogLimits.description}
        {...form.getInputProps('description')}
      />
      <PictureList pictures={form.values.pictures} onChange={(next) => form.setFieldValue('pictures', next)} />
      {!product && <FirstSkus form={form} />}
    </FormDialog>
  );
}

/** Every combination of the options as a SKU; all weigh the same until somebody says otherwise. */
function skusOf({ title, options, weight, lead, moq }: Draft) {
  return readOptions(options).map((attributes) => ({
    title: [title, Object.values(attributes).join(' ')].filter(Boolean).join(', '),
    attributes,
    weight_g: Number(weight),
    lead_days: Number(lead),
    moq: Number(moq),
  }));
}

/** What is only asked of a new product: whom it is for, and its SKUs in short. */
function FirstSkus({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation('catalog');
  const whole = { allowDecimal: false, allowNegative: false } as const;
  return (
    <>
      <ClientSelect
        label={t('staff.client')}
        description={t('staff.clientHelp')}
        value={form.values.client}
        onChange={(client) => form.setFieldValue('client', client)}
      />
      <Textarea
        label={t('staff.options')}
        description={t('staff.optionsHelp')}
        placeholder={t('staff.optionsExample')}
        autosize
        minRows={2}
        {...form.getInputProps('options')}
      />
      <div className={classes.fields}>
        <NumberInput label={t('staff.weight')} {...whole} min={1} {...form.getInputProps('weight')} />
        <NumberInput label={t('staff.lead')} {...whole} min={0} max={365} {...form.getInputProps('lead')} />
        <NumberInput label={t('details.moq')} {...whole} min={1} {...form.getInputProps('moq')} />
      </div>
    </>
  );
}
