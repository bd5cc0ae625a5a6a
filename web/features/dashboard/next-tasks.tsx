import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { type Dashboard, rightOfTask } from '#web/components/use-dashboard.ts';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { Panel } from '#web/ui/page.tsx';
import classes from './dashboard.module.css';

type Task = Dashboard['tasks'][number];

type Place = (only: string | undefined) => string;

/** Where a task is done: its one record, or the list of exactly those that it counts. */
const places: Record<Task['key'], Place> = {
  reconnect_stores: () => withQuery(paths.stores, { status: 'needs_reauth' }),
  accept_matches: (product) =>
    product === undefined ? withQuery(paths.products, { orders: 'to_match' }) : withQuery(paths.mapping, { product }),
  request_quotes: () => withQuery(paths.products, { orders: 'to_quote', request: 'all' }),
  bring_evidence: (claim) => withQuery(paths.orders, { tab: 'claims', state: 'to_do', case: claim }),
  answer_quotes: (quote) => withQuery(paths.quotes, { tab: 'need_answer', quote }),
  accept_quotes: (quote) => withQuery(paths.quotes, { tab: 'quoted', quote }),
  approve_payments: (request) => withQuery(paths.wallet, { tab: 'approvals', request }),
  renew_proofs: (recharge) => withQuery(paths.recharge, { recharge }),
  pay_invoices: (invoice) => withQuery(paths.invoices, { tab: 'unpaid', invoice }),
  accept_stock: (stocking) => withQuery(paths.stock, { tab: 'stocking', state: 'to_accept', stocking }),
  review_prices: (change) => withQuery(paths.quotes, { tab: 'price_changes', change }),
  read_messages: (order) =>
    withQuery(paths.orders, order === undefined ? { unread: 'yes' } : { order, part: 'messages' }),
};

type Props = {
  tasks: readonly Task[];
  currency: string;
  /** Whether the first of them is the page's main action. */
  main: boolean;
};

/** What waits for the merchant beside orders: each with its number and the way to it. */
export function NextTasks({ tasks, currency, main }: Props) {
  const { t, i18n } = useTranslation('dashboard');
  const may = useMay();
  if (tasks.length === 0) return null;
  return (
    <Panel title={t('tasks.title')}>
      <ul className={classes.steps} aria-label={t('tasks.title')}>
        {tasks.map((task, index) => {
          const { key, count, amount } = task;
          const name = t(`tasks.${key}`, { count });
          const detail = amount === null ? t(`tasks.${key}Text`) : formatMoney({ amount, currency }, i18n.language);
          return (
            <li key={key} className={classes.step}>
              <div className={classes.stepWords}>
                <span className={classes.stepName}>{name}</span>
                <span className={classes.detail}>{detail}</span>
              </div>
              <Button
                component={Link}
                to={places[key](task.only_id ?? undefined)}
                size="compact-sm"
                variant={main && index === 0 ? 'filled' : 'default'}
                aria-label={`${may(...rightOfTask[key]) ? t(`tasks.${key}Go`) : t('tasks.view')}, ${name}`}
              >
                {may(...rightOfTask[key]) ? t(`tasks.${key}Go`) : t('tasks.view')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
