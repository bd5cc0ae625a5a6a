import { Button, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/api/toasts.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useCareful } from '#web/ui/careful.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { AddressFields } from '#web/components/address-fields.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { Label } from '../edit/address-dialog.tsx';
import addressClasses from '../edit/address.module.css';
import { DraftCost } from './draft-cost.tsx';
import { DraftLines } from './draft-lines.tsx';
import { type DraftForm, useDraftForm } from './use-draft-form.ts';
import type { Draft } from '../orders-types.ts';

type DraftFieldsProps = {
  draft: Draft | undefined;
  stores: readonly { id: string; label: string }[];
  readOnly: boolean;
  onClose: () => void;
  onPlaced: (orderId: string) => void;
};

/** The form of a manual order: for which store, what, where to, what it costs; then it is saved or placed. */
export function DraftFields({ draft, stores, readOnly, onClose, onPlaced }: DraftFieldsProps) {
  const { t, i18n } = useTranslation('orders-manual');
  const { t: te } = useTranslation('orders-edit');
  const form = useDraftForm(draft, stores[0]?.id ?? null);
  const leave = useCareful(form.dirty, onClose);
  const { rest, address } = form;
  return (
    <DetailDrawer
      opened
      onClose={form.busy ? () => {} : leave}
      title={draft ? t('titleOf', { name: draft.name || t('unnamed') }) : t('title')}
    >
      <Unsaved when={form.dirty} />
      <DetailSection title={t('items')}>
        <StoreFields form={form} stores={stores} />
        <DraftLines
          storeId={rest.values.store_id}
          lines={rest.values.lines}
          onChange={(lines) => rest.setFieldValue('lines', lines)}
        />
      </DetailSection>
      <DetailSection title={t('shipTo')}>
        <div className={addressClasses.sides}>
          <div>
            <AddressFields form={address} sentences={form.sentences} carrier={form.carrier} />
            <TextInput mt={12} label={t('email')} inputMode="email" maxLength={50} {...rest.getInputProps('email')} />
          </div>
          <div className={addressClasses.aside}>
            <Label title={te('address.label')} address={address.values} language={i18n.language} />
          </div>
        </div>
      </DetailSection>
      <DetailSection title={t('cost.title')}>
        <DraftCost form={form} />
        <Textarea
          mt={12}
          label={t('note')}
          description={t('noteHelp')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          {...rest.getInputProps('remark')}
        />
      </DetailSection>
      {!readOnly && <DraftButtons form={form} onClose={onClose} onPlaced={onPlaced} />}
    </DetailDrawer>
  );
}

/** The store that the order belongs to, and its number there. */
function StoreFields({ form, stores }: { form: DraftForm; stores: DraftFieldsProps['stores'] }) {
  const { t } = useTranslation('orders-manual');
  const confirm = useConfirm();
  const { rest } = form;
  const { lines } = rest.values;
  const handleStore = async (id: string | null) => {
    const own = lines.filter((line) => line.sku_id !== null);
    const lost = lines.length - own.length;
    const question = { title: t('store.change'), text: t('store.changeText', { count: lost }) };
    if (lost > 0 && !(await confirm({ ...question, confirmLabel: t('store.changeConfirm') }))) return;
    rest.setValues({ store_id: id === '' ? null : id, lines: own });
  };
  return (
    <Group grow align="start" mb={12} preventGrowOverflow={false} wrap="wrap">
      <Select
        label={t('store.label')}
        data={[...stores.map((one) => ({ value: one.id, label: one.label })), { value: '', label: t('store.none') }]}
        value={rest.values.store_id ?? ''}
        onChange={(id) => void handleStore(id)}
        allowDeselect={false}
        error={rest.errors.store_id}
        miw={220}
      />
      <TextInput
        label={t('number')}
        description={t('numberHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={50}
        autoComplete="off"
        miw={220}
        {...rest.getInputProps('name')}
      />
    </Group>
  );
}

function DraftButtons({
  form,
  onClose,
  onPlaced,
}: {
  form: DraftForm;
  onClose: () => void;
  onPlaced: (orderId: string) => void;
}) {
  const { t } = useTranslation('orders-manual');
  const remove = useApiMutation(api.orders.removeDraft, { refetch: ['orders'] });
  const confirm = useConfirm();
  const [missing, setMissing] = useState<string>();
  const handlePlace = async () => {
    setMissing(form.rest.values.lines.length === 0 ? t('missing.lines') : t('missing.fields'));
    const order = await form.place();
    if (!order) return;
    toast.success(t('placed', { name: order.name }));
    onPlaced(order.id);
  };
  const handleSave = async () => {
    if (!(await form.save())) return;
    toast.success(t('saved'));
    onClose();
  };
  const handleRemove = async () => {
    const yes = await confirm({
      title: t('remove.title'),
      text: t('remove.text'),
      confirmLabel: t('remove.confirm'),
      destructive: true,
    });
    if (yes && form.saved && (await remove.run({ params: { id: form.saved.id } })) !== false) onClose();
  };
  const unchanged = !form.dirty && form.saved !== undefined;
  const wrong = form.rest.values.lines.length === 0 || Object.keys(form.address.errors).length > 0;
  return (
    <div>
      {missing !== undefined && wrong && <p role="alert">{missing}</p>}
      <Group gap={8} mt={16}>
        <Button loading={form.busy === 'place'} disabled={form.busy === 'save'} onClick={() => void handlePlace()}>
          {t('place')}
        </Button>
        <Button
          variant="default"
          loading={form.busy === 'save'}
          disabled={form.busy === 'place' || unchanged}
          onClick={() => void handleSave()}
        >
          {t('save')}
        </Button>
        {form.saved && (
          <Button variant="subtle" onClick={() => void handleRemove()}>
            {t('remove.button')}
          </Button>
        )}
      </Group>
    </div>
  );
}
