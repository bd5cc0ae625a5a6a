import { Skeleton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { providerZone } from '#contract/constants.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { DayField } from '#web/components/day-field.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useListUrl } from '#web/components/use-list-url.ts';
import { dayInZone, dayOfText } from '#web/lib/day-text.ts';
import { useNow } from '#web/lib/now.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';
import { accountName, type Method } from './account-name.ts';
import classes from './finance.module.css';

type Books = AnswerOf<Contract['finance']['trialBalance']>['currencies'][number];

/** What every ledger account stands at when a day ends, over all clients; its two sums are equal. */
export function TrialBalance() {
  const { t } = useTranslation('finance');
  const url = useListUrl();
  const today = dayInZone(useNow(), providerZone);
  const on = dayOfText(url.get('on') ?? '') || today;
  const methods = useApiQuery(api.wallet.staffMethods, {}).data ?? [];
  const { data, error, refetch } = useApiQuery(api.finance.trialBalance, { query: { on } }, { keepPrevious: true });
  return (
    <>
      <Toolbar>
        <DayField
          aria-label={t('on')}
          value={on}
          onChange={(day) => url.set({ on: day === today ? undefined : day || undefined })}
        />
        <span className={classes.note}>{t(on < today ? 'onText' : 'onToday')}</span>
      </Toolbar>
      <div className={classes.body}>
        {data ? (
          <>
            {data.currencies.length === 0 && <EmptyState drawing="done" title={t('empty')} />}
            {data.currencies.map((books) => (
              <BooksTable key={books.currency} books={books} methods={methods} t={t} />
            ))}
          </>
        ) : error ? (
          <ErrorBox error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} radius={6} />
        )}
      </div>
    </>
  );
}

/** Accounts in the sequence of a balance sheet; others behind them. */
const sequence = ['cash', 'held_cash', 'bonus', 'held_bonus', 'revenue', 'fees', 'claims', 'bonus_given'];
const placeOf = (name: string) => {
  if (name.startsWith('bank:')) return -1;
  const place = sequence.indexOf(name);
  return place < 0 ? sequence.length : place;
};

type TableProps = { books: Books; methods: readonly Method[]; t: TFunction<'finance'> };

function BooksTable({ books, methods, t }: TableProps) {
  const { currency } = books;
  const lines = books.lines.toSorted((a, b) => placeOf(a.ledger_account) - placeOf(b.ledger_account));
  const label = t('booksOf', { currency });
  // an account without debit or credit has an empty cell, as on paper
  const money = (amount: number) => amount !== 0 && <MoneyCell money={{ amount, currency }} form="plain" />;
  return (
    <PlainTable label={label} flush>
      <thead>
        <tr>
          <th>{t('columns.account')}</th>
          <th data-align="end">{t('columns.debit', { currency })}</th>
          <th data-align="end">{t('columns.credit', { currency })}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ ledger_account, debit, credit }) => (
          <tr key={ledger_account}>
            <td>{accountName(ledger_account, methods, t)}</td>
            <td data-align="end">{money(debit)}</td>
            <td data-align="end">{money(credit)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th>{t('total')}</th>
          <td data-align="end">
            <MoneyCell money={{ amount: books.debit, currency }} form="plain" />
          </td>
          <td data-align="end">
            <MoneyCell money={{ amount: books.credit, currency }} form="plain" />
          </td>
        </tr>
      </tfoot>
    </PlainTable>
  );
}
