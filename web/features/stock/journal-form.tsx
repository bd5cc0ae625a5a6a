import { Button, Group, Input, NumberInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { everyOf } from '#web/lib/every-of.ts';
import { toast } from '#web/api/toasts.ts';
import { decimalToMinor, formatNumber } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ClientSelect } from '#web/components/client-select.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';

type MoveBody = InputOf<Contract['stock']['staffMove']>['body'];

const kinds = everyOf<MoveBody['kind']>()(['receipt', 'return', 'damage', 'adjust', 'write_off', 'transfer']);
type Values = {
  client: string | null;
  sku_id: string | null;
  warehouse_id: string | null;
  to_warehouse_id: string | null;
  kind: MoveBody['kind'];
  /** Whose units came back, where it is known. */
  order_id: string | null;
  /** How many moved; of a count, how many there are. */
  quantity: number | string;
  cost: string;
  reason: string;
};
const blank: Values = {
  client: null,
  sku_id: null,
  warehouse_id: null,
  to_warehouse_id: null,
  kind: 'receipt',
  order_id: null,
  quantity: '',
  cost: '',
  reason: '',
};

/** What a link asks to write down: the parcel of an order that came back. */
export type Returned = { client: string; order: string; parcel: string };

/** Where the warehouse writes down what happened to a client's pieces. */
export function JournalForm({ returned }: { returned: Returned | undefined }) {
  const { t } = useTranslation('stock');
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: returned
      ? {
          ...blank,
          kind: 'return',
          client: returned.client,
          order_id: returned.order,
          reason: t('staff.cameBack', { number: returned.parcel }),
        }
      : blank,
  });
  const { values } = form;
  const currency = useCurrency(values.client);
  const warehouses = useWarehouses();
  const known = useLevel(values);
  const level = known.data;
  const items = useReturnable(form, returned?.parcel);
  const isCount = values.kind === 'adjust';
  const difference = isCount && level && values.quantity !== '' ? Number(values.quantity) - level.on_hand : undefined;
  const move = useApiMutation(api.stock.staffMove, {
    form,
    refetch: ['stock'],
    fields: { unit_cost: 'cost' },
    onSuccess: () => {
      const to = withQuery(paths.staffStock, { tab: 'movements', client: values.client ?? '' });
      toast.success(t('staff.recorded'), { label: t('toMovements'), go: () => void navigate(to) });
    },
  });
  const handleSubmit = async () => {
    const { client, sku_id, warehouse_id, to_warehouse_id, kind, order_id, reason } = values;
    const quantity = isCount ? difference : Number(values.quantity);
    if (!client || !sku_id || !warehouse_id || quantity === undefined) return;
    const cost = decimalToMinor(values.cost, currency);
    const priced = kind === 'receipt' && cost !== undefined ? { unit_cost: cost } : {};
    const to = kind === 'transfer' && to_warehouse_id ? { to_warehouse_id } : {};
    const of = kind === 'return' && order_id !== null ? { order_id } : {};
    const body = { sku_id, warehouse_id, kind, quantity, reason, ...to, ...priced, ...of };
    if ((await move.run({ params: { id: client }, body })) === false) return;
    const isLeft = items.some((item) => item.sku_id !== sku_id || item.left > quantity);
    const next: Values = isLeft
      ? { ...values, sku_id: null, quantity: '' } // the next item of what came back
      : { ...values, order_id: null, quantity: '', cost: '', reason: '' };
    form.setValues(next);
    form.resetDirty(next);
  };
  const missing = missingOf(values, difference, t);
  return (
    <>
      <Unsaved when={form.isDirty() && values.quantity !== ''} />
      <form
        onSubmit={form.onSubmit(() => void handleSubmit())}
        style={{ display: 'grid', gap: 12, justifyItems: 'stretch' }}
      >
        <Goods form={form} level={level} items={items} />
        <Select
          label={t('columns.kind')}
          description={hinted(values.kind) && t(`staff.hints.${values.kind}`)}
          data={kinds.map((value) => ({ value, label: t(`actions.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
        {values.kind === 'transfer' && (
          <Select label={t('staff.to')} data={warehouses} {...form.getInputProps('to_warehouse_id')} />
        )}
        {values.kind === 'return' && <ReturnedOrder form={form} parcel={returned?.parcel} />}
        {items.length > 1 && <ReturnedItems form={form} items={items} />}
        <NumberInput
          label={t(isCount ? 'staff.counted' : 'staff.quantity')}
          description={isCount ? <Difference of={difference} /> : undefined}
          min={isCount ? 0 : undefined}
          allowDecimal={false}
          {...form.getInputProps('quantity')}
        />
        {values.kind === 'receipt' && (
          <TextInput
            label={currency === '' ? t('staff.costOfClient') : t('staff.cost', { currency })}
            description={values.client === null && t('staff.clientFirst')}
            disabled={currency === ''}
            inputMode="decimal"
            {...form.getInputProps('cost')}
          />
        )}
        <TextInput
          label={t('columns.reason')}
          description={t('staff.reasonHelp')}
          maxLength={300}
          {...form.getInputProps('reason')}
        />
        <Group gap={8}>
          <ReadyButton type="submit" loading={move.busy} missing={missing} needs={isCount ? known : undefined}>
            {t('staff.record')}
          </ReadyButton>
        </Group>
      </form>
    </>
  );
}

/** Movements that are taken for others: what is ordered is received elsewhere, what came back is not new, what is broken stays. */
const hints = everyOf<'receipt' | 'return' | 'damage'>()(['receipt', 'return', 'damage']);
const hinted = (kind: MoveBody['kind']): kind is (typeof hints)[number] => hints.some((one) => one === kind);

/** Of the client's wallet, in which costs are written down; empty until a client is chosen. */
function useCurrency(client: string | null): string {
  const found = useApiQuery(api.clients.options, client === null ? null : { query: { id: client } }).data;
  return found?.[0]?.currency ?? '';
}

/** What has to be filled in first, in a sentence; a count that changes nothing is not recorded. */
function missingOf(values: Values, difference: number | undefined, t: TFunction<'stock'>): string | undefined {
  if (!values.client || !values.sku_id || !values.warehouse_id) return t('staff.missing.goods');
  if (values.quantity === '') return t('staff.missing.quantity');
  if (values.kind === 'adjust' && difference === 0) return t('staff.countedSame');
  if (values.kind === 'transfer' && !values.to_warehouse_id) return t('staff.missing.to');
  return values.reason.trim() === '' ? t('staff.missing.reason') : undefined;
}

function useWarehouses() {
  const { data = [] } = useApiQuery(api.stock.warehouses, {});
  return data.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }));
}

/** What a count changes, before it is recorded. */
function Difference({ of }: { of: number | undefined }) {
  const { t, i18n } = useTranslation('stock');
  if (of === undefined || of === 0) return t('staff.countedHelp');
  return t(of > 0 ? 'staff.countedMore' : 'staff.countedFewer', {
    count: Math.abs(of),
    n: formatNumber(Math.abs(of), i18n.language),
  });
}

/** What the books say of the chosen pieces: a count is written down as the difference to it. */
function useLevel({ client, sku_id, warehouse_id }: Values) {
  const chosen = client !== null && sku_id !== null && warehouse_id !== null;
  return useApiQuery(api.stock.staffLevel, chosen ? { params: { id: client, sku_id, warehouse_id } } : null);
}

type JournalFormApi = ReturnType<typeof useForm<Values>>;
type ReturnableItem = AnswerOf<Contract['stock']['staffReturnable']>[number];

/** What was in the parcel that came back, or in all of the chosen order's, and isn't in stock again; the first of it is filled in. */
function useReturnable(form: JournalFormApi, parcel: string | undefined): ReturnableItem[] {
  const { client, kind, order_id, sku_id } = form.values;
  const chosen = client !== null && kind === 'return' && order_id !== null;
  const { data = [] } = useApiQuery(
    api.stock.staffReturnable,
    chosen ? { params: { account_id: client, id: order_id } } : null,
  );
  const ofParcel = data.filter(({ tracking_number }) => tracking_number === parcel);
  const items = (ofParcel.length > 0 ? ofParcel : data).filter(({ left }) => left > 0);
  const [first] = items;
  const fillIn = useEffectEvent((item: ReturnableItem) => {
    form.setValues({ sku_id: item.sku_id, quantity: item.left });
    form.resetDirty({ ...form.values, sku_id: item.sku_id, quantity: item.left }); // nobody typed it
  });
  useEffect(() => {
    if (first && sku_id === null) fillIn(first);
  }, [first, sku_id]);
  return items;
}

/** The items that came back, to write one after the other down. */
function ReturnedItems({ form, items }: { form: JournalFormApi; items: readonly ReturnableItem[] }) {
  const { t } = useTranslation('stock');
  return (
    <Input.Wrapper label={t('staff.items')} labelElement="div">
      <Group gap={8} mt={4}>
        {items.map(({ parcel_id, sku_id, left, title, code }) => (
          <Button
            key={`${parcel_id} ${sku_id}`}
            variant={sku_id === form.values.sku_id ? 'light' : 'default'}
            size="xs"
            onClick={() => form.setValues({ sku_id, quantity: left })}
          >
            {`${left} × ${title} · ${code}`}
          </Button>
        ))}
      </Group>
    </Input.Wrapper>
  );
}

/** The order whose units came back, by what its parcel says; the journal then names it, with a link. */
function ReturnedOrder({ form, parcel }: { form: JournalFormApi; parcel: string | undefined }) {
  const { t } = useTranslation('stock');
  const [q, setQ] = useState('');
  const { client } = form.values;
  const of = (text: string) => (client === null ? null : { params: { id: client }, query: { q: text } });
  const orders = useApiQuery(api.stock.staffShipped, of(q.split(' · ')[0] ?? ''), { keepPrevious: true }).data ?? [];
  const known = useApiQuery(api.stock.staffShipped, parcel === undefined ? null : of(parcel)).data ?? [];
  const shown = new Map([...known, ...orders].map((order) => [order.id, order]));
  return (
    <Select
      label={t('staff.order')}
      description={t(client === null ? 'staff.clientFirst' : 'staff.orderHelp')}
      searchable
      clearable
      disabled={client === null}
      data={[...shown.values()].map(({ id, name, store }) => ({ value: id, label: `${name} · ${store}` }))}
      onSearchChange={setQ}
      filter={({ options }) => options}
      nothingFoundMessage={q.trim() === '' ? undefined : t('staff.noOrder')}
      {...form.getInputProps('order_id')}
    />
  );
}

/** Whose pieces, which, and where they lie. */
function Goods({
  form,
  level,
  items,
}: {
  form: JournalFormApi;
  items: readonly ReturnableItem[];
  level: ReturnType<typeof useLevel>['data'];
}) {
  const { t } = useTranslation('stock');
  const [skuQ, setSkuQ] = useState('');
  const skus =
    useApiQuery(
      api.catalog.staffList,
      form.values.client === null ? null : { query: { account_id: form.values.client, q: skuQ, per_page: 20 } },
      { keepPrevious: true },
    ).data?.data ?? [];
  const warehouses = useWarehouses();
  const goods = [...items.map(({ sku_id: id, code, title }) => ({ id, code, title })), ...skus];
  const shown = new Map(goods.map(({ id, code, title }) => [id, { value: id, label: `${code} · ${title}` }]));
  return (
    <>
      <ClientSelect
        required
        label={t('staff.client')}
        value={form.values.client}
        onChange={(client) => form.setValues({ client, sku_id: null, order_id: null, cost: '' })}
        error={form.errors.client}
      />
      <Select
        label={t('columns.sku')}
        searchable
        disabled={form.values.client === null}
        description={form.values.client === null && t('staff.clientFirst')}
        data={[...shown.values()]}
        onSearchChange={(text) => setSkuQ(text.split(' · ')[0] ?? '')}
        filter={({ options }) => options}
        {...form.getInputProps('sku_id')}
      />
      <Select
        label={t('columns.warehouse')}
        description={level && t('staff.level', level)}
        data={warehouses}
        {...form.getInputProps('warehouse_id')}
      />
    </>
  );
}
