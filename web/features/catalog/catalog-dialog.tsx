import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v7 as uuid } from 'uuid';
import { catalogLimits } from '#contract/catalog-rules.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { type DeskDetail, useCatalogActs } from './catalog.api.ts';
import classes from './catalog.module.css';
import { readOptions } from './option-lines.ts';

/** Adds a product with its SKUs, or changes what buyers read about one. */
export function CatalogDialog({ product, onClose }: { product?: DeskDetail; onClose: () => void }) {
  const { t } = useTranslation('catalog');
  const acts = useCatalogActs();
  const [attempt] = useState(() => uuid());
  const form = useForm({
    initialValues: {
      title: product?.title ?? '',
      category: product?.category ?? '',
      description: product?.description ?? '',
      options: '',
      weight: 100,
      lead: 3,
      moq: 1,
    },
    validate: { title: (value) => (value.trim() === '' ? t('desk.titleMissing') : null) },
  });
  const { values } = form;
  const handleSubmit = async () => {
    if (form.validate().hasErrors) return false;
    const fields = {
      title: values.title,
      category: values.category.trim() === '' ? null : values.category,
      description: values.description,
    };
    if (product) {
      const pictures = product.pictures.map((picture) => picture.sha256);
      return (await acts.save(product.id, { ...fields, pictures, version: product.version })) !== false;
    }
    const { weight: weight_g, lead: lead_days, moq } = values;
    const skus = readOptions(values.options).map((attributes) => ({
      title: [values.title, Object.values(attributes).join(' ')].filter(Boolean).join(', '),
      attributes,
      weight_g,
      lead_days,
      moq,
    }));
    return (await acts.create({ ...fields, skus }, attempt)) !== false;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={product ? t('desk.editTitle', { title: product.title }) : t('desk.add')}
      submitLabel={t('desk.save')}
      onSubmit={handleSubmit}
      dirty={form.isDirty()}
      width={560}
    >
      <Unsaved when={form.isDirty()} />
      <TextInput label={t('desk.name')} maxLength={catalogLimits.title} {...form.getInputProps('title')} />
      <TextInput label={t('category')} maxLength={60} {...form.getInputProps('category')} />
      <Textarea
        label={t('desk.description')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={catalogLimits.description}
        {...form.getInputProps('description')}
      />
      {!product && (
        <>
          <Textarea
            label={t('desk.options')}
            description={t('desk.optionsHelp')}
            placeholder={t('desk.optionsExample')}
            autosize
            minRows={2}
            {...form.getInputProps('options')}
          />
          <div className={classes.fields}>
            <NumberInput label={t('desk.weight')} min={1} allowDecimal={false} {...form.getInputProps('weight')} />
            <NumberInput
              label={t('facts.lead')}
              min={0}
              max={365}
              allowDecimal={false}
              {...form.getInputProps('lead')}
            />
            <NumberInput label={t('facts.moq')} min={1} allowDecimal={false} {...form.getInputProps('moq')} />
          </div>
        </>
      )}
    </FormDialog>
  );
}
