import { useTranslation } from 'react-i18next';
import { chargedOf } from '#contract/transaction-rules.ts';
import { noteBeside } from '#web/components/transaction-note.ts';
import { TimeCell } from '#web/components/time-cell.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { Copyable } from '#web/ui/copy-button.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { TransactionReference } from './transaction-reference.tsx';
import { actorName, kindName } from './transaction-texts.ts';
import type { Log } from './wallet-types.ts';

/** One transaction of the wallet with what the window leaves no room for. */
export function TransactionDrawer({ log, onClose }: { log: Log | undefined; onClose: () => void }) {
  const { t } = useTranslation('wallet');
  return (
    <DetailDrawer opened={log !== undefined} onClose={onClose} title={log ? kindName(t, log.kind) : ''}>
      {log && <TransactionFacts log={log} />}
    </DetailDrawer>
  );
}

function TransactionFacts({ log }: { log: Log }) {
  const { t, i18n } = useTranslation('wallet');
  const money = (amount: number) => formatMoney({ amount, currency: log.currency }, i18n.language);
  const facts: (Fact | false)[] = [
    { label: t('columns.entry'), value: <Copyable value={String(log.seq)} /> },
    { label: t('columns.time'), value: <TimeCell time={log.at} /> },
    log.reference.label !== '' && { label: t('transaction.reference'), value: <TransactionReference log={log} /> },
    noteBeside(log, true) !== '' && { label: t('columns.memo'), value: log.memo },
    log.method !== null && { label: t('columns.method'), value: log.method },
    { label: t('columns.actor'), value: actorName(t, log.actor) },
    log.fee !== 0 && { label: t('transaction.beforeFee'), value: money(chargedOf(log)) },
    log.fee !== 0 && { label: t('transaction.fee'), value: money(-log.fee) },
    { label: t('transaction.amount'), value: money(log.amount) },
    log.held !== 0 && { label: t('transaction.held'), value: money(log.held) },
    log.bonus !== 0 && { label: t('transaction.bonus'), value: money(log.bonus) },
    { label: t('transaction.balance'), value: money(log.balance_after) },
  ];
  return (
    <DetailSection title={t('details')}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </DetailSection>
  );
}
