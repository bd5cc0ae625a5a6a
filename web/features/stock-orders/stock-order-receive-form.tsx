import { Button, Checkbox, Group, NumberInput, Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxUploadBytes } from '#contract/constants.ts';
import { qcVerdicts } from '#contract/stock-order-rules.ts';
import { uploadForClient } from '#web/api/upload.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation, useAction } from '#web/api/use-api-mutation.ts';
import classes from './stock-orders.module.css';
import type { StaffStockOrderDetail, Ids } from './stock-orders-types.ts';

type Verdict = (typeof qcVerdicts)[number];
type Count = { line: number; code: string; good_qty: number | string; damaged_qty: number | string };
type Values = {
  counts: Count[];
  /** Null while nobody chose one: the counts then say it. */
  verdict: Verdict | null;
  note: string;
  last: boolean;
};
const pictures = { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'], 'image/webp': ['.webp'] };

/** What the counts say by themselves, until somebody says otherwise. */
function verdictOf(counts: readonly Count[]): Verdict {
  const sum = (of: 'good_qty' | 'damaged_qty') => counts.reduce((all, count) => all + Number(count[of]), 0);
  if (sum('damaged_qty') === 0) return 'passed';
  return sum('good_qty') === 0 ? 'failed' : 'partly';
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
      last: true,
    },
  });
  const verdict = form.values.verdict ?? verdictOf(form.values.counts);
  const receive = useApiMutation(api.stockOrders.staffReceive);
  const upload = useAction((file: File) => uploadForClient(file, ids.account_id), {
    onSuccess: ({ id, name }) => setFiles((before) => [...before, { id, name }]),
  });
  const busy = receive.busy || upload.busy;
  const handleSubmit = () => {
    const { counts, ...rest } = form.values;
    const body = {
      ...rest,
      verdict,
      version: order.version,
      counts: counts.map(({ line, good_qty, damaged_qty }) => ({
        line,
        good_qty: Number(good_qty),
        damaged_qty: Number(damaged_qty),
      })),
      file_ids: files.map((file) => file.id),
    };
    void receive.run({ params: ids, body });
  };
  return (
    <DetailSection title={t('receiveTitle')}>
      <Unsaved when={form.isDirty() || files.length > 0} />
      <form className={classes.stack} onSubmit={form.onSubmit(handleSubmit)}>
        {form.values.counts.map((count, index) => (
          <Group key={count.line} gap={8} align="end">
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
        <Checkbox label={t('last')} {...form.getInputProps('last', { type: 'checkbox' })} />
        <div>
          <Button type="submit" loading={busy}>
            {t('receive')}
          </Button>
        </div>
      </form>
    </DetailSection>
  );
}
