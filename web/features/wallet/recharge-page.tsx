import { Alert, Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientEmpty } from '#web/components/client-empty.ts';
import { ListPanel } from '#web/components/list-page.tsx';
import type { ListUrl } from '#web/components/use-list-url.ts';
import { useListPage } from '#web/components/use-list-page.ts';
import { api } from '#web/api/client.ts';
import { OnlyClient } from '#web/components/only-client.tsx';
import {
  type CheckoutPart,
  type MatchingCheckoutPart,
  CheckoutNext,
  type CheckoutOutcome,
} from '#web/components/checkout-next.tsx';
import { useCheckoutOutcome } from '#web/components/use-checkout-outcome.ts';
import { useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { useConfirmEmail } from '#web/components/use-confirm-email.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useGoToPayment } from './use-go-to-payment.ts';
import { rechargeColumns } from './recharge-columns.tsx';
import { RechargeDrawer } from './recharge-drawer.tsx';
import { type PaidFor, type Purpose, usePurpose } from './use-purpose.ts';
import { RechargeForm } from './recharge-form.tsx';
import type { Recharge, Wallet } from './wallet-types.ts';
import classes from './wallet.module.css';

const unseen = new Map<string, number>();
const rowId = (recharge: Recharge) => recharge.id;

type Checkouts = { Checkout: CheckoutPart; MatchingCheckout: MatchingCheckoutPart };

/** Bringing money in: amount and method, then the history; each recharge opens over it. */
export function RechargePage({ Checkout, MatchingCheckout }: Checkouts) {
  const { t } = useTranslation('wallet');
  const ofClient = useClientEmpty();
  const may = useMay();
  const { data: wallet, isLoading } = useApiQuery(api.wallet.get, {});
  const currency = wallet?.currency ?? 'USD';
  const list = useListPage(api.wallet.recharges, {
    name: 'recharges',
    columns: useMemo(() => rechargeColumns(t, currency), [t, currency]),
  });
  const { url } = list;
  const pays = paysOf(url);
  const purpose = usePurpose(pays, wallet?.available ?? 0);
  const needed = wallet === undefined || purpose === undefined ? 0 : neededFor(wallet, purpose, shortOf(url));
  const [paying, setPaying] = useState<PaidFor>();
  const ended = useCheckoutOutcome({ paying: paying !== undefined });
  const handleDone = (done: CheckoutOutcome) => {
    setPaying(undefined);
    ended.say(done);
    url.show({ recharge: undefined, orders: undefined, selection: undefined });
  };
  const checkout = { seen: unseen, onClose: () => setPaying(undefined), onDone: handleDone };
  const payment = useGoToPayment();
  const handleStarted = async (recharge: Recharge) => {
    if (recharge.method.kind !== 'card' || (await payment.go(recharge.id)) === false)
      url.show({ recharge: recharge.id });
  };
  return (
    <Page title={t('rechargeTitle')}>
      <Unverified />
      <OnlyClient what="addFunds" />
      {may('wallet', 'pay') && (
        <Panel>
          {ended.outcome && (
            <div className={classes.paid}>
              <CheckoutNext outcome={ended.outcome} onHide={ended.hide} />
            </div>
          )}
          {wallet && purpose !== undefined && (
            <Needed wallet={wallet} purpose={purpose} needed={needed} short={shortOf(url) !== undefined} />
          )}
          <RechargeForm
            currency={currency}
            wallet={wallet}
            needed={isLoading || purpose === undefined ? undefined : needed}
            pays={pays}
            onStarted={handleStarted}
          />
        </Panel>
      )}
      <Panel title={t('history')} padding="none">
        <ListPanel
          title={t('history')}
          list={list}
          search={t('search')}
          rowId={rowId}
          rowName={(recharge) => recharge.number}
          opens={{ recharge: rowId }}
          renderDetail={({ ids, close }) => (
            <RechargeDrawer id={paying ? undefined : ids.recharge} onClose={close} onPay={setPaying} />
          )}
          empty={ofClient('recharges', { drawing: 'wallet', title: t('historyEmpty') })}
        />
      </Panel>
      {paying && 'orderIds' in paying && <Checkout orderIds={paying.orderIds} {...checkout} />}
      {paying && 'matching' in paying && <MatchingCheckout matching={paying.matching} {...checkout} />}
    </Page>
  );
}

/** What the money is for, as the address says it. */
const paysOf = (url: ListUrl): Recharge['pays'] => ({
  order_ids: url.get('orders')?.split(',') ?? [],
  selection_id: url.get('selection') ?? null,
  invoice_id: url.get('invoice') ?? null,
});

/**
 * What is missing for this, or for all that is to be paid; what is under review comes too. Who comes from a payment that is
 * short by an amount is offered just that.
 */
function neededFor({ left, pending }: Wallet, purpose: Purpose | null, short: number | undefined): number {
  if (purpose === null && short !== undefined) return short;
  return Math.max(0, (purpose ? purpose.missing : -left) - pending);
}

/** What a payment is short by, where the address says it instead of what is paid. */
function shortOf(url: ListUrl): number | undefined {
  const text = url.get('short') ?? '';
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

type NeededProps = { wallet: Wallet; purpose: Purpose | null; needed: number; short: boolean };

/** What is missing, and for what; or that money under review is enough for it. */
function Needed(props: NeededProps) {
  const { wallet, purpose, needed } = props;
  if (needed > 0) return <Missing {...props} />;
  const missing = purpose ? purpose.missing : -wallet.left;
  return missing > 0 ? <Covered wallet={wallet} purpose={purpose} missing={missing} /> : null;
}

/** What is to be paid when the money is for nothing named, and how much of it there is. */
function owedOf({ owed_invoices: invoices, to_pay_orders, requested_orders }: Wallet) {
  const orders = to_pay_orders + requested_orders;
  const key = invoices === 0 ? 'orders' : orders === 0 ? 'invoices' : 'both';
  return { key, count: key === 'invoices' ? invoices : orders } as const;
}

function Missing({ wallet, purpose, needed, short }: NeededProps) {
  const { t, i18n } = useTranslation('wallet');
  const amount = formatMoney({ amount: needed, currency: wallet.currency }, i18n.language);
  if (purpose) {
    const words =
      purpose.kind === 'invoice'
        ? t('needed.invoice', { amount, number: purpose.number })
        : t('needed.orders', { amount, count: purpose.count });
    return (
      <p className={classes.needed} role="status">
        {words}
      </p>
    );
  }
  const { key, count } = owedOf(wallet);
  return (
    <p className={classes.needed} role="status">
      {t(`needed.${short ? 'payment' : key}`, { amount, count })}
    </p>
  );
}

type CoveredProps = { wallet: Wallet; purpose: Purpose | null; missing: number };

/** Why no amount is proposed for what the wallet can't pay yet: what is under review is enough for it. */
function Covered({ wallet, purpose, missing }: CoveredProps) {
  const { pending, currency } = wallet;
  const { t, i18n } = useTranslation('wallet');
  const money = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  const { key, count } =
    purpose?.kind === 'orders' ? ({ key: 'orders', count: purpose.count } as const) : owedOf(wallet);
  const sums = { amount: money(missing), pending: money(pending) };
  return (
    <p className={classes.needed} role="status">
      {purpose?.kind === 'invoice'
        ? t('covered.invoice', { ...sums, number: purpose.number })
        : t(`covered.${key}`, { ...sums, count })}
    </p>
  );
}

/** The first recharge waits for a confirmed address (P40); the link can be sent again. */
function Unverified() {
  const { t } = useTranslation('wallet');
  const { confirmed, sent, busy, resend } = useConfirmEmail();
  if (confirmed) return null;
  return (
    <Alert color="yellow" variant="light">
      {t('unverified')}{' '}
      <Button variant="subtle" size="compact-sm" disabled={sent} loading={busy} onClick={resend}>
        {t(sent ? 'resent' : 'resend')}
      </Button>
    </Alert>
  );
}
