import { Button, CloseButton, NumberInput, Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proposedDays, proposeRestock, type QuantityProblem, quantityProblem } from '#contract/stock-order-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { DayField } from '#web/components/day-field.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { batchKey } from './stock-order-batch.ts';
import classes from './stock-orders.module.css';
import type { StockOrderDetail } from './stock-orders-types.ts';

type StockableSku = AnswerOf<Contract['stockOrders']['skus']>[number];

type Line = { sku: StockableSku; quantity: number };
type Values = { warehouse_id: string | null; lines: Line[]; wanted_by: string; branding: string; note: string };
type Props = { onClose: () => void; onCreated: (order: StockOrderDetail) => void };
/** A SKU of which more is wanted, and where it lies. */
export type Restock = { sku_id: string; code: string; warehouse_id: string };

/** Asks for a price for goods to be stocked; `restock` names the first of them. */
export function StockOrderDialog({ restock, ...props }: Props & { restock?: Restock | undefined }) {
  const { data, error } = useApiQuery(
    api.stockOrders.skus,
    restock ? { query: { q: restock.code, per_page: 20 } } : null,
  );
  if (restock && !data && !error) return null;
  const sku = data?.find(({ id }) => id === restock?.sku_id);
  const lines = sku ? [{ sku, quantity: proposed(sku) }] : [];
  return <StockOrderForm {...props} first={{ lines, warehouse_id: restock?.warehouse_id ?? null }} />;
}

type FormProps = Props & { first: Pick<Values, 'lines' | 'warehouse_id'> };

/** SKUs and units, warehouse, day, branding. */
function StockOrderForm({ first, onClose, onCreated }: FormProps) {
  const { t } = useTranslation('stock-orders');
  const form = useForm<Values>({
    initialValues: { ...first, wanted_by: '', branding: '', note: '' },
  });
  const { lines, wanted_by, branding, note } = form.values;
  const warehouses = useApiQuery(api.stock.warehouses, {}).data ?? [];
  const warehouse_id = form.values.warehouse_id ?? warehouses[0]?.id ?? null;
  const create = useApiMutation(api.stockOrders.ask, {
    form,
    onSuccess: (order) => {
      toast.success(t('created', { number: order.number }));
      onCreated(order);
    },
  });
  const handleSubmit = () => {
    const asked = lines.map(({ sku, quantity }) => ({ sku_id: sku.id, quantity }));
    const body = { warehouse_id: warehouse_id ?? '', lines: asked, wanted_by: wanted_by || null, branding, note };
    return create.run({ body });
  };
  const sentenceOf = (problem: QuantityProblem | null) =>
    problem && t(`quantityProblems.${problem.code}`, problem.params);
  const missing = () => {
    if (lines.length === 0) return t('skuMissing');
    const problem = lines.map((line) => sentenceOf(problemOf(line))).find((sentence) => sentence !== null);
    return problem ?? (warehouse_id === null ? t('warehouseMissing') : undefined);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('create')}
      submitLabel={t('create')}
      onSubmit={handleSubmit}
      missing={missing()}
      dirty={form.isDirty()}
      width={640}
    >
      <Unsaved when={form.isDirty()} />
      <SkuPicker
        focused={first.lines.length === 0}
        chosen={lines.map((line) => line.sku.id)}
        onPick={(sku) => form.setFieldValue('lines', [...lines, { sku, quantity: proposed(sku) }])}
      />
      {lines.map((line, index) => (
        <LineFields
          focused={index === 0 && first.lines.length > 0}
          key={line.sku.id}
          line={line}
          error={form.errors[`lines.${index}.quantity`] ?? sentenceOf(problemOf(line))}
          onQuantity={(quantity) => form.setFieldValue(`lines.${index}.quantity`, quantity)}
          onRemove={() => form.removeListItem('lines', index)}
        />
      ))}
      <Select
        label={t('columns.warehouse')}
        allowDeselect={false}
        data={warehouses.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
        {...form.getInputProps('warehouse_id')}
        value={warehouse_id}
      />
      <DayField label={t('optional.wantedBy')} {...form.getInputProps('wanted_by')} />
      <Textarea
        label={t('optional.branding')}
        description={t('brandingHelp')}
        maxLength={1000}
        autosize
        minRows={2}
        {...form.getInputProps('branding')}
      />
      <Textarea label={t('optional.note')} maxLength={2000} autosize minRows={2} {...form.getInputProps('note')} />
    </FormDialog>
  );
}

const problemOf = ({ sku, quantity }: Line) => quantityProblem(quantity, sku);
const proposed = (sku: StockableSku) => proposeRestock(sku).quantity;

type PickerProps = {
  /** Where the dialog begins: its list of SKUs opens. */
  focused: boolean;
  chosen: readonly string[];
  onPick: (sku: StockableSku) => void;
};

function SkuPicker({ focused, chosen, onPick }: PickerProps) {
  const { t } = useTranslation('stock-orders');
  const [q, setQ] = useState('');
  const found = (
    useApiQuery(api.stockOrders.skus, { query: { q, per_page: 20 } }, { keepPrevious: true }).data ?? []
  ).filter((sku) => !chosen.includes(sku.id));
  return (
    <Select
      label={t('addSku')}
      description={t('addSkuHelp')}
      searchable
      data-autofocus={focused || undefined}
      value={null}
      searchValue={q}
      onSearchChange={setQ}
      data={found.map(({ id, code, title }) => ({ value: id, label: `${code} · ${title}` }))}
      filter={({ options }) => options}
      nothingFoundMessage={t('noSku')}
      onChange={(id) => {
        const sku = found.find((one) => one.id === id);
        if (sku) onPick(sku);
        setQ('');
      }}
    />
  );
}

type LineProps = {
  focused: boolean;
  line: Line;
  error: ReactNode;
  onQuantity: (n: number) => void;
  onRemove: () => void;
};

function LineFields({ focused, line: { sku, quantity }, error, onQuantity, onRemove }: LineProps) {
  const { t } = useTranslation('stock-orders');
  const { sold_30: sold, available, incoming, lead_days: lead } = sku;
  const { cover, enough } = proposeRestock(sku);
  const facts = t('lineHelp', { batch: t(batchKey(sku), sku), sold, available, incoming });
  // why so many are proposed
  const why =
    cover !== null && (enough ? t('enough', { count: cover }) : t('covers', { days: proposedDays, count: lead }));
  return (
    <div className={classes.row}>
      <NumberInput
        style={{ flex: 1, minWidth: 220 }}
        label={`${sku.code} · ${sku.title}`}
        description={why ? `${facts}. ${why}` : facts}
        data-autofocus={focused || undefined}
        min={1}
        step={sku.pack}
        allowDecimal={false}
        value={quantity}
        error={error}
        onChange={(value) => onQuantity(Number(value))}
      />
      <CloseButton aria-label={t('removeLine', { code: sku.code })} onClick={onRemove} />
    </div>
  );
}

/** Opens the dialog. */
export function CreateStockOrderButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('stock-orders');
  return <Button onClick={onClick}>{t('create')}</Button>;
}
