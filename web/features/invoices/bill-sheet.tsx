import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numbersOfParty, taxNoteOf } from '#contract/invoice-rules.ts';
import { formatDate, formatMoney } from '#web/lib/format.ts';
import classes from './bill-sheet.module.css';
import { inputLines } from './line-inputs.tsx';
import type { BilledOrder, InvoiceDetail, InvoiceLine } from './invoices-types.ts';
import { CreditNotePdf } from './pdf-buttons.tsx';

export type Sums = {
  goods: number;
  freight: number;
  fees: number;
  total: number;
  /** What was given back since; nothing for the bill of a single order. */
  credited?: number;
  currency: string;
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

/** Name and address, then official numbers and the client number, as the snapshot of the invoice holds them. */
export function Party({ label, party }: { label: string; party: Record<string, unknown> }) {
  const { t } = useTranslation('invoices');
  const client = textOf(party.client_number);
  const lines = [
    textOf(party.name),
    textOf(party.address),
    ...numbersOfParty(party).map(({ kind, number }) => `${t(`partyNumbers.${kind}`)} ${number}`),
    client && `${t('facts.client')} ${client}`,
  ].filter((line) => line !== '');
  return (
    <div className={classes.party}>
      <h2>{label}</h2>
      {lines
        .flatMap((text) => text.split('\n'))
        .map((text) => (
          <p key={text}>{text}</p>
        ))}
    </div>
  );
}

/** A text of the bill under its own small title. */
export function BillNote({ title, text }: { title: string; text: string }) {
  return (
    <div className={classes.note}>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}

/** What the seller says of taxes, as the invoice was issued with it. */
export function TaxNote({ seller }: { seller: Record<string, unknown> }) {
  const { t } = useTranslation('invoices');
  const text = taxNoteOf(seller);
  return text === null ? null : <BillNote title={t('taxNote')} text={text} />;
}

/** The head of a bill: what it is, its number, and facts beside. */
export function BillHead({ kind, number, children }: { kind: string; number: string; children: ReactNode }) {
  return (
    <header className={classes.head}>
      <div>
        <p className={classes.kind}>{kind}</p>
        <h1 className={classes.number}>{number}</h1>
      </div>
      <dl className={classes.facts}>{children}</dl>
    </header>
  );
}

type BillLinesProps = {
  orders: readonly BilledOrder[];
  /** What is billed of no order, such as a stock order. */
  items?: readonly InvoiceLine[];
  currency: string;
  /** What stands below a line of an order, and not on paper. */
  belowLine?: (line: InvoiceLine, order: BilledOrder) => ReactNode;
};

/** Lines of billed orders, grouped by order, each with what its amount was computed from; no buyer's data (P12). */
export function BillLines({ orders, items = [], currency, belowLine }: BillLinesProps) {
  const { t, i18n } = useTranslation('invoices');
  const amount = (value: number) => formatMoney({ amount: value, currency }, i18n.language);
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th>{t('line.item')}</th>
          <th className={classes.end}>{t('line.quantity')}</th>
          <th className={classes.end}>{t('line.unit')}</th>
          <th className={classes.end}>{t('line.amount')}</th>
        </tr>
      </thead>
      {items.length > 0 && (
        <tbody>
          {items.map((line) => (
            <BillLine key={line.line} line={line} currency={currency} />
          ))}
        </tbody>
      )}
      {orders.map((order) => (
        <tbody key={order.id}>
          <tr className={classes.order}>
            <th colSpan={3} scope="rowgroup">
              {order.order.name} · {order.order.store}
              {order.channel !== null && ` · ${order.channel}`}
              {order.weight_g !== null && ` · ${t('weight', { grams: order.weight_g })}`}
            </th>
            <td className={classes.end}>{amount(order.total)}</td>
          </tr>
          {order.lines.map((line) => (
            <BillLine key={line.line} line={line} currency={currency} below={belowLine?.(line, order)} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

type BillLineProps = { line: InvoiceLine; currency: string; below?: ReactNode };

function BillLine({ line, currency, below }: BillLineProps) {
  const { t, i18n } = useTranslation('invoices');
  const amount = (value: number) => formatMoney({ amount: value, currency }, i18n.language);
  return (
    <tr>
      <td>
        {line.title}
        {line.sku !== null && <span className={classes.muted}> {line.sku}</span>}
        {inputLines(t, line, currency, i18n.language).map((text) => (
          <span key={text} className={classes.from}>
            {text}
          </span>
        ))}
        {below !== undefined && <span className={classes.below}>{below}</span>}
      </td>
      <td className={classes.end}>{line.quantity}</td>
      <td className={classes.end}>{amount(line.unit_amount)}</td>
      <td className={classes.end}>{amount(line.amount)}</td>
    </tr>
  );
}

/** Goods, freight, fees and their sum, less what was given back of it. */
export function BillSums({ sums }: { sums: Sums }) {
  const { t, i18n } = useTranslation('invoices');
  const { credited = 0 } = sums;
  const back = [['credited', -credited] as const, ['net', sums.total - credited] as const];
  const rows = [
    ...(['goods', 'freight', 'fees', 'total'] as const).map((row) => [row, sums[row]] as const),
    ...(credited > 0 ? back : []),
  ];
  return (
    <dl className={classes.sums}>
      {rows.map(([row, amount]) => (
        <div key={row} data-row={row}>
          <dt>{t(`facts.${row}`)}</dt>
          <dd>{formatMoney({ amount, currency: sums.currency }, i18n.language)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The credit notes of an invoice; the number of each downloads it. */
export function BillCredits({ invoice: { credits, currency } }: { invoice: InvoiceDetail }) {
  const { t, i18n } = useTranslation('invoices');
  if (credits.length === 0) return null;
  return (
    <table className={`${classes.lines} ${classes.credits}`}>
      <thead>
        <tr>
          <th>{t('credit.number')}</th>
          <th>{t('credit.issued')}</th>
          <th>{t('credit.reason')}</th>
          <th className={classes.end}>{t('credit.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {credits.map((credit) => (
          <tr key={credit.id}>
            <td>
              <CreditNotePdf id={credit.id} number={credit.number} />
            </td>
            <td>{formatDate(credit.issued_at)}</td>
            <td>{credit.reason}</td>
            <td className={classes.end}>{formatMoney({ amount: -credit.amount, currency }, i18n.language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
