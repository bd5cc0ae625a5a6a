import type { TFunction } from 'i18next';
import type { ChangeStatus } from '#contract/price-rules.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { useIsStaff } from '#web/components/session.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import classes from './prices.module.css';
import type { Change } from './prices-types.ts';

export type Texts = TFunction<'prices'>;

const tones: Record<ChangeStatus, StatusTone> = {
  open: 'amber',
  accepted: 'blue',
  rejected: 'grey',
  due: 'red',
  applied: 'green',
  ended: 'grey',
  withdrawn: 'grey',
  superseded: 'grey',
};

/** What became of a proposed price, in one word; what the client has to review waits for the client, say staff. */
export function ChangeChip({ status, t }: { status: ChangeStatus; t: Texts }) {
  const isStaff = useIsStaff();
  if (isStaff && status === 'open') return <StatusChip tone="blue" label={t('staff.states.waiting')} />;
  return <StatusChip tone={tones[status]} label={t(`statuses.${status}`)} />;
}

/** Hundredths of a per cent in words, with a sign where it rises: "+4.55%". */
export function percentText(bp: number, language: string): string {
  return formatNumber(bp / 10_000, language, {
    style: 'percent',
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  });
}

/** An amount before and after. */
export function BeforeAfter({ change, part }: { change: Change; part: 'unit_price' | 'delivered' }) {
  const { currency } = change;
  const [before, after] = [change.old[part], change.new[part]];
  if (before === after) return <MoneyCell money={{ amount: after, currency }} />;
  return (
    <span className={classes.pair}>
      <s className={classes.before}>
        <MoneyCell money={{ amount: before, currency }} />
      </s>
      <MoneyCell money={{ amount: after, currency }} tone="strong" />
    </span>
  );
}
