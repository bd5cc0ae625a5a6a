import { Button, Group, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { DayField } from '#web/components/day-field.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { decimalToMinor, minorToDecimal } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { focusFirstInvalid } from '#web/ui/first-invalid.ts';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import { usualEnd } from './stock-order-terms.ts';
import classes from './stock-orders.module.css';
import type { StaffStockOrderDetail, Ids } from './stock-orders-types.ts';

/** Prices by quantity of one item. */
const mostBreaks = 8;

type Break = { from: number | string; price: string };
type Values = {
  lines: {
    line: number;
    code: string;
    title: string;
    quantity: number;
    moq: number | string;
    pack: number | string;
    delivery: string;
    breaks: Break[];
  }[];
  deposit: number | string;
  freight: string;
  branding: string;
  ready_on: string;
  eta: string;
  valid_until: string;
  answer: string;
};

function draftOf(order: StaffStockOrderDetail, now: Date): Values {
  const text = (amount: number | null) => (amount === null ? '' : minorToDecimal(amount, order.currency));
  return {
    lines: order.items.map((item) => ({
      line: item.line,
      code: item.sku.code,
      title: item.sku.title,
      quantity: item.quantity,
      moq: item.moq,
      pack: item.pack,
      delivery: text(item.delivery_piece),
      breaks:
        item.breaks.length > 0
          ? item.breaks.map(({ from, unit_price }) => ({ from, price: text(unit_price) }))
          : [{ from: 1, price: '' }],
    })),
    deposit: order.deposit_percent ?? 30,
    freight: text(order.freight_kg),
    branding: text(order.branding_fee),
    ready_on: order.ready_on ?? '',
    eta: order.eta ?? '',
    valid_until: order.valid_until ?? usualEnd(now),
    answer: order.answer,
  };
}

/** The agent's answer: prices by quantity, deposit, freight and dates. */
export function QuoteForm({ ids, order }: { ids: Ids; order: StaffStockOrderDetail }) {
  const { t } = useTranslation('stock-orders');
  const now = useNow();
  const quote = useApiMutation(api.stockOrders.staffQuote);
  const minor = (text: string) => decimalToMinor(text, order.currency);
  const day = (value: string) => (value === '' ? t('needs.day') : null);
  const form = useForm<Values>({
    initialValues: draftOf(order, now),
    validate: {
      lines: { breaks: { price: (text) => ((minor(text) ?? 0) > 0 ? null : t('needs.price')) } },
      freight: (text) => (minor(text) === undefined ? t('needs.freight') : null),
      ready_on: day,
      eta: day,
      valid_until: day,
    },
  });
  const handleSubmit = (values: Values) => {
    const { ready_on, eta, valid_until, answer } = values;
    void quote.run({
      params: ids,
      body: {
        version: order.version,
        lines: values.lines.map(({ line, moq, pack, delivery, breaks }) => ({
          line,
          moq: Number(moq),
          pack: Number(pack),
          delivery_piece: minor(delivery) ?? null,
          breaks: breaks.map(({ from, price }) => ({ from: Number(from), unit_price: minor(price) ?? 0 })),
        })),
        deposit_percent: Number(values.deposit),
        freight_kg: minor(values.freight) ?? 0,
        branding_fee: minor(values.branding) ?? 0,
        ready_on,
        eta,
        valid_until,
        answer,
      },
    });
  };
  return (
    <DetailSection title={t('quoteTitle')}>
      <Unsaved when={form.isDirty()} />
      <form
        className={classes.stack}
        onSubmit={form.onSubmit(handleSubmit, (_errors, _values, event) => focusFirstInvalid(event?.currentTarget))}
      >
        {form.values.lines.map((line, index) => (
          <LineFields key={line.line} form={form} index={index} currency={order.currency} />
        ))}
        <Group gap={8} align="start">
          <NumberInput
            w={120}
            min={1}
            max={100}
            allowDecimal={false}
            label={t('deposit')}
            {...form.getInputProps('deposit')}
          />
          <TextInput
            w={170}
            inputMode="decimal"
            label={t('freightKg', { currency: order.currency })}
            {...form.getInputProps('freight')}
          />
          <TextInput
            w={190}
            inputMode="decimal"
            label={t('brandingFee', { currency: order.currency })}
            {...form.getInputProps('branding')}
          />
        </Group>
        <Group gap={8} align="start">
          <DayField w={200} label={t('readyOn')} {...form.getInputProps('ready_on')} />
          <DayField w={200} label={t('columns.eta')} {...form.getInputProps('eta')} />
          <DayField w={200} label={t('validUntil')} {...form.getInputProps('valid_until')} />
        </Group>
        <Textarea label={t('answer')} autosize minRows={2} maxLength={2000} {...form.getInputProps('answer')} />
        <div>
          <Button type="submit" loading={quote.busy}>
            {t(order.status === 'quoted' ? 'sendNewQuote' : 'sendQuote')}
          </Button>
        </div>
      </form>
    </DetailSection>
  );
}

type LineForm = Pick<UseFormReturnType<Values>, 'values' | 'getInputProps' | 'insertListItem'>;
type LineProps = { form: LineForm; index: number; currency: string };

/** One SKU: minimum, pack, delivery from there, and its price from each quantity on. */
function LineFields({ form, index, currency }: LineProps) {
  const { t } = useTranslation('stock-orders');
  const path = `lines.${index}`;
  const line = form.values.lines[index];
  if (!line) return null;
  const labelled = (label: string) => `${label}, ${line.code}`;
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }} className={classes.stack}>
      <legend style={{ padding: 0, marginBottom: 8 }}>
        {t('answerTitle', { count: line.quantity, code: `${line.code} · ${line.title}` })}
      </legend>
      <Group gap={8} align="start">
        <NumberInput
          w={110}
          min={1}
          allowDecimal={false}
          label={t('moq')}
          aria-label={labelled(t('moq'))}
          {...form.getInputProps(`${path}.moq`)}
        />
        <NumberInput
          w={110}
          min={1}
          allowDecimal={false}
          label={t('pack')}
          aria-label={labelled(t('pack'))}
          {...form.getInputProps(`${path}.pack`)}
        />
        <TextInput
          w={220}
          inputMode="decimal"
          label={t('delivery_piece', { currency })}
          aria-label={labelled(t('delivery_piece', { currency }))}
          {...form.getInputProps(`${path}.delivery`)}
        />
      </Group>
      {line.breaks.map((_, at) => (
        <Group key={at} gap={8} align="start">
          <NumberInput
            w={110}
            min={1}
            allowDecimal={false}
            label={t('fromUnits')}
            aria-label={labelled(`${t('fromUnits')} ${at + 1}`)}
            {...form.getInputProps(`${path}.breaks.${at}.from`)}
          />
          <TextInput
            w={140}
            inputMode="decimal"
            label={t('price', { currency })}
            aria-label={labelled(`${t('price', { currency })} ${at + 1}`)}
            {...form.getInputProps(`${path}.breaks.${at}.price`)}
          />
        </Group>
      ))}
      <div>
        <ReadyButton
          variant="default"
          size="xs"
          missing={line.breaks.length >= mostBreaks ? t('breaksFull', { most: mostBreaks }) : undefined}
          onClick={() => form.insertListItem(`${path}.breaks`, { from: '', price: '' })}
        >
          {t('addBreak')}
        </ReadyButton>
      </div>
    </fieldset>
  );
}
