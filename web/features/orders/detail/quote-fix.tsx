import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import { Link } from 'react-router';
import { type Lack, type LineQuote, lackOf, nextQuoteStep, quoteStepOf } from '#contract/order-lacks.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { OrderBlock } from '#web/components/order-status.tsx';
import { useMay } from '#web/components/session.tsx';
import { countryInText } from '#web/lib/countries.ts';
import { formatTime, joinWords } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import classes from '../orders.module.css';
import type { OrderDetail } from '../orders-types.ts';

/** Which items lack a price to which country, and the one button that asks for exactly that, or where it was asked. */
export function QuoteFix({ order, block }: { order: OrderDetail; block: Pick<OrderBlock, 'detail'> }) {
  const { t, i18n } = useTranslation('orders');
  const lack = lackOf(block.detail);
  if (!lack) return <RequestForOrder order={order} label={t('lack.requestAll')} />;
  const country = lack.country === null ? '' : countryInText(lack.country, i18n.language);
  const step = nextQuoteStep(lack.lines);
  const items = itemsOf(lack, i18n.language);
  return (
    <>
      <span className={classes.muted}>
        {lack.more > 0
          ? t('lack.itemsMore', { items, country, count: lack.more })
          : t('lack.items', { items, country })}
      </span>
      {quotesOf(lack).map((quote) => (
        <QuoteState key={quote.id} quote={quote} country={country} />
      ))}
      {(step === 'request' || step === 'add') && (
        <RequestForOrder
          order={order}
          label={t(`lack.${step}`, { country, number: firstOf(lack, step)?.number ?? '' })}
        />
      )}
    </>
  );
}

/** Requests quotes for whatever the order lacks, for members who may. */
export function RequestForOrder({ order, label }: { order: OrderDetail; label: string }) {
  const { t, i18n } = useTranslation('orders');
  const may = useMay();
  const ask = useApiMutation(api.quotes.askForOrder, {
    refetch: ['orders'],
    onSuccess: (quotes) => {
      const due =
        quotes
          .map((quote) => quote.sla_due_at)
          .toSorted()
          .at(-1) ?? '';
      const numbers = joinWords(
        quotes.map(({ number }) => number),
        i18n.language,
      );
      toast.success(t('lack.requested', { numbers, time: formatTime(due, 'y-m-d h:i') }));
    },
  });
  if (!may('quotes', 'edit')) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={ask.busy}
      onClick={() => void ask.run({ params: { id: order.id } })}
    >
      {label}
    </Button>
  );
}

/** How far the request of some of the items is. */
function QuoteState({ quote, country }: { quote: LineQuote; country: string }) {
  const { t } = useTranslation('orders');
  const step = quoteStepOf({ quote });
  const time = formatTime(quote.due_at, 'y-m-d h:i');
  return (
    <span>
      {step !== 'request' && (
        <UnbrokenNumbers text={`${t(`lack.states.${step}`, { number: quote.number, country, time })} `} />
      )}
      <Anchor component={Link} to={withQuery(paths.quotes, { quote: quote.id })} inherit>
        <UnbrokenNumbers text={t('lack.open', { number: quote.number })} />
      </Anchor>
    </span>
  );
}

const itemsOf = ({ lines }: Lack, language: string): string =>
  joinWords(new Set(lines.map(({ title }) => title)), language);

/** The open requests among the lines, each once. */
const quotesOf = ({ lines }: Lack): LineQuote[] => [
  ...new Map(lines.flatMap(({ quote }) => (quote ? [[quote.id, quote] as const] : []))).values(),
];

const firstOf = ({ lines }: Lack, step: string) => lines.find((line) => quoteStepOf(line) === step)?.quote;
