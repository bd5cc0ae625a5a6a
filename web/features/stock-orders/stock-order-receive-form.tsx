import { Button, Checkbox, Group, NumberInput, Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxUploadBytes } from '#contract/constants.ts';
import { type QcVerdict, qcVerdicts } from '#contract/stock-order-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { uploadForClient } from '#web/api/upload.ts';
import { Picture } from '#web/components/picture.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation, useAction } from '#web/api/use-api-mutation.ts';
import { type Count, countedNow, missingAfter, verdictOf } from './stock-order-receipt.ts';
import classes from './stock-orders.module.css';
import type { StaffStockOrderDetail, Ids } from './stock-orders-types.ts';

type Values = {
  counts: Count[];
  /** Null while nobody chose one: the counts then say it. */
  verdict: QcVerdict | null;
  note: string;
  /** Null while nobody said it: the delivery that completes the order is the last. */
  last: boolean | null;
};
const pictures = { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'], 'image/webp': ['.webp'] };

/** Which product is counted, and how many of it are still to come. */
function Expected({ item }: { item: StaffStockOrderDetail['items'][number] | undefined }) {
  const { t } = useTranslation('stock-orders');
  if (!item) return null;
  const { sku, quantity, received } = item;
  const expected = t('expected', { count: Math.max(0, quantity - received), pieces: quantity });
  return (
    <div style={{ flexBasis: '100%' }}>
      <Identity picture={<Picture url={sku.picture_url} />} title={sku.title} detail={`${sku.code} · ${expected}`} />
    </div>
  );
}

/** What came: good and damaged units per SKU, the verdict, a note and pictures. */
export function ReceiveForm({ ids, order }: { ids: Ids; order: StaffStockOrderDetail }) {
  const { t } = useTranslation('stock-orders');
  const [files, setFiles] = useState<readonly { id: string; name: string }[]>([]);
  const form = useForm<Values>({
    initialValues: {
      counts: order.items.map((item) => ({ line: item.line, code: item.sku.code, good_qty: 0, damaged_qty: 0 })),
      verdict: null,
      note: '',
      last: null,
    },
  });
  const confirm = useConfirm();
  const missing = missingAfter(order.items, form.values.counts);
  const verdict = form.values.verdict ?? verdictOf(form.values.counts);
  const last = form.values.last ?? missing === 0;
  const receive = useApiMutation(api.stockOrders.staffReceive, {
    onSuccess: () => toast.success(t('deliveryRecorded', { number: order.number })),
  });
  const upload = useAction((file: File) => uploadForClient(file, ids.account_id), {
    onSuccess: ({ id, name }) => setFiles((before) => [...before, { id, name }]),
  });
  const busy = receive.busy || upload.busy;
  const lastQuestion = {
    title: t('lastConfirm.title', { count: missing, number: order.number }),
    text: t('lastConfirm.text'),
    confirmLabel: t('receive'),
  };
  const handleSubmit = async () => {
    const { counts, note } = form.values;
    const { good, damaged } = countedNow(counts);
    if (good + damaged === 0 && !last) return form.setFieldError('counts.0.good_qty', t('countNeeded'));
    if (last && missing > 0 && !(await confirm(lastQuestion))) return;
    const body = {
      note,
      verdict,
      last,
      version: order.version,
      counts: counts.map(({ line, good_qty, damaged_qty }) => ({
        line,
        good_qty: Number(good_qty),
        damaged_qty: Number(damaged_qty),
      })),
      file_ids: files.map((file) => file.id),
    };
    await receive.run({ params: ids, body });
  };
  return (
    <DetailSection title={t('receiveTitle')}>
      <Unsaved when={form.isDirty() || files.length > 0} />
      <form className={classes.stack} onSubmit={form.onSubmit(() => void handleSubmit())}>
        {form.values.counts.map((count, index) => (
          <Group key={count.line} gap={8} align="start">
            <Expected item={order.items.find(({ line }) => line === count.line)} />
            <NumberInput
              w={200}
              min={0}
              allowDecimal={false}
              label={t('goodOf', { code: count.code })}
              {...form.getInputProps(`counts.${index}.good_qty`)}
            />
            <NumberInput
              w={200}
              min={0}
              allowDecimal={false}
              label={t('damagedOf', { code: count.code })}
              {...form.getInputProps(`counts.${index}.damaged_qty`)}
            />
          </Group>
        ))}
        <Select
          label={t('verdict')}
          allowDeselect={false}
          data={qcVerdicts.map((value) => ({ value, label: t(`verdicts.${value}`) }))}
          {...form.getInputProps('verdict')}
          value={verdict}
        />
        <Textarea label={t('checkNote')} autosize minRows={2} maxLength={2000} {...form.getInputProps('note')} />
        <FileDrop
          label={t('dropPictures')}
          hint={t('pictureHint', { count: files.length })}
          buttonLabel={t('choosePicture')}
          accept={pictures}
          maxBytes={maxUploadBytes}
          file={undefined}
          onFile={(file) => file && void upload.run(file)}
          busy={busy}
        />
        <Checkbox
          label={t('last')}
          description={t('lastHelp')}
          checked={last}
          onChange={(event) => form.setFieldValue('last', event.currentTarget.checked)}
        />
        <div>
          <Button type="submit" loading={busy}>
            {t('receive')}
          </Button>
        </div>
      </form>
    </DetailSection>
  );
}
