import { Anchor, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { catalogLimits } from '#contract/catalog-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { paths } from '#web/lib/paths.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api, type Contract } from '#web/api/client.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { fillPrices, firstPrices, itemsOf, type Rule } from './publish-draft.ts';
import { PublishPrices } from './publish-prices.tsx';
import classes from './publish.module.css';
import type { OfferedDetail } from './catalog-types.ts';

const usualRule: Rule = { factor: '2.5', ending: true };

/** Puts a product of the catalogue into a store: which, under what name, for how much. */
export function PublishDialog({ product, onClose }: { product: OfferedDetail; onClose: () => void }) {
  const { t } = useTranslation('publishing');
  const publish = useApiMutation(api.publishing.create);
  const known = useApiQuery(api.publishing.stores, {});
  const stores = known.data;
  const [chosen, setChosen] = useState<string | null>(null);
  const [title, setTitle] = useState(product.title.slice(0, catalogLimits.title));
  const [description, setDescription] = useState(product.description);
  const [status, setStatus] = useState<'draft' | 'active'>('draft');
  const [rule, setRule] = useState(usualRule);
  const [typed, setTyped] = useState<Record<string, string | null>>();
  const [strict, setStrict] = useState(false);
  const store = stores?.find((one) => one.id === chosen) ?? stores?.find((one) => one.state === 'ready') ?? stores?.[0];
  const currency = store?.currency ?? 'USD';
  const prices = typed ?? fillPrices(product.items, firstPrices(product.items), rule, currency);
  const dirty = typed !== undefined || title !== product.title || description !== product.description;
  const obstacle = stores && obstacleOf(store);
  const handleSubmit = async () => {
    setStrict(true);
    const items = itemsOf(prices, currency);
    if (!store || items === undefined || title.trim() === '') return false;
    const body = { catalog_product_id: product.id, store_id: store.id, title, description, status, items };
    const made = await publish.run({ body });
    if (made === false) return false;
    toast.success(t('sent', { store: store.name }));
    return true;
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('dialog', { title: product.title })}
      submitLabel={t('submit')}
      missing={obstacle && t(obstacle)}
      needs={known}
      onSubmit={handleSubmit}
      dirty={dirty}
      width={680}
    >
      <Unsaved when={dirty} />
      <p className={classes.lead}>{t('lead')}</p>
      <Select
        label={t('store')}
        data={(stores ?? []).map((one) => ({ value: one.id, label: one.name }))}
        value={store?.id ?? null}
        onChange={(value) => {
          setChosen(value);
          setTyped(undefined);
        }}
        allowDeselect={false}
      />
      {obstacle && (
        <Anchor component={Link} to={paths.stores}>
          {t('toStores')}
        </Anchor>
      )}
      <TextInput
        label={t('title')}
        maxLength={catalogLimits.title}
        value={title}
        error={title.trim() === '' && t('titleEmpty')}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label={t('description')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={catalogLimits.description}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <SegmentedControl
        aria-label={t('status')}
        value={status}
        onChange={setStatus}
        data={[
          { value: 'draft', label: t('draft') },
          { value: 'active', label: t('active') },
        ]}
      />
      <PublishPrices
        items={product.items}
        currency={currency}
        prices={prices}
        onPrices={setTyped}
        rule={rule}
        onRule={setRule}
        strict={strict}
      />
    </FormDialog>
  );
}

/** Why nothing can be put into the store, and what to do. */
function obstacleOf(store: AnswerOf<Contract['publishing']['stores']>[number] | undefined) {
  return store?.state === 'ready' ? undefined : (`obstacle.${store?.state ?? 'none'}` as const);
}
