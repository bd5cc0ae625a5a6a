import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Action, Feature } from '#contract/rights.ts';
import { bindWanted } from '#web/components/bind-wanted.ts';
import { useMay, useProfile } from '#web/components/session.tsx';
import type { Dashboard } from '#web/components/use-dashboard.ts';
import { useConfirmEmail } from '#web/components/use-confirm-email.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Panel } from '#web/ui/page.tsx';
import { contactStep } from './contact-step.ts';
import classes from './dashboard.module.css';
import { stepText } from './step-text.ts';
import type { useGuidance } from './use-guidance.ts';
import type { Step } from './dashboard-types.ts';

type Key = Exclude<Step['key'], 'email'>;
type Tasks = Dashboard['tasks'];
/** Whether a task waits for the merchant. */
type Waits = (key: Tasks[number]['key']) => boolean;

/** Where a step is done, by what waits for the merchant now. */
const places: Record<Key, (waits: Waits) => string> = {
  store: () => withQuery(paths.stores, { add: 1 }),
  map: (waits) => {
    if (waits('request_quotes')) return withQuery(paths.products, { orders: 'to_quote', request: 'all' });
    return withQuery(paths.products, waits('accept_matches') ? { orders: 'to_match' } : { tab: 'unmapped' });
  },
  price: (waits) => withQuery(paths.quotes, { tab: waits('accept_quotes') ? 'quoted' : undefined }),
  recharge: () => paths.recharge,
  pay: () => withQuery(paths.orders, { tab: 'to_pay' }),
  tracking: () => withQuery(paths.orders, { tab: 'processing' }),
};

/** What a member must be allowed for the button of a step to lead anywhere. */
const needed: Record<Key, readonly [Feature, Action]> = {
  store: ['stores', 'edit'],
  map: ['quotes', 'edit'],
  price: ['quotes', 'view'],
  recharge: ['wallet', 'pay'],
  pay: ['orders', 'pay'],
  tracking: ['orders', 'view'],
};

/** The way from an empty account to the first parcel; gone once it is walked (domain.md §4.1). */
export function FirstSteps({ guidance, tasks }: { guidance: ReturnType<typeof useGuidance>; tasks: Tasks }) {
  const { user } = useProfile();
  const may = useMay();
  if (guidance.data === undefined) {
    return guidance.error !== null && <ErrorBox error={guidance.error} onRetry={() => void guidance.refetch()} />;
  }
  const { steps, agent, awaitsFile, byFiles } = guidance.data;
  const contact = may('account', 'edit') ? contactStep(agent?.agent_exist, user !== null) : undefined;
  const open = [contact, ...steps].some((step) => step?.done === false);
  return open ? <StepList {...{ steps, contact, tasks, awaitsFile, byFiles }} /> : null;
}

type ListProps = {
  steps: readonly Step[];
  contact: { done: boolean } | undefined;
  tasks: Tasks;
  /** There are no products to request quotes for before the first file with orders. */
  awaitsFile: boolean;
  /** Nothing syncs by itself: all orders come from files. */
  byFiles: boolean;
};

/** The first open step is explained and has the button; the others are one line each. */
function StepList({ steps, contact, tasks, awaitsFile, byFiles }: ListProps) {
  const asks = contact?.done === false;
  const { t } = useTranslation('dashboard');
  const may = useMay();
  const waits: Waits = (key) => tasks.some((task) => task.key === key);
  const atAgent = !waits('accept_quotes') && !waits('answer_quotes'); // then there is nothing to accept yet
  const next = steps.find(({ key, done }) => !done && key !== 'email')?.key; // nothing waits for the address but money
  const filing = awaitsFile && next === 'map';
  return (
    <Panel title={t('steps.title')}>
      <ol className={classes.steps}>
        {contact && (
          <Row done={contact.done} name={t('steps.contact')} text={t('steps.contactText')}>
            {asks && (
              <Button onClick={() => bindWanted.set(true)} size="compact-sm">
                {t('steps.contactGo')}
              </Button>
            )}
          </Row>
        )}
        {steps.map(({ key, done }) =>
          key === 'email' ? (
            <EmailRow key={key} />
          ) : (
            <Row
              key={key}
              done={done}
              current={key === next}
              name={t(`steps.${key}`)}
              text={t(stepText({ key, done, current: key === next }, { byFiles, awaitsFile, atAgent }))}
            >
              {key === next && filing && may('orders', 'edit') && (
                <Button
                  component={Link}
                  to={withQuery(paths.orders, { import: 'open' })}
                  size="compact-sm"
                  variant={asks ? 'default' : 'filled'}
                >
                  {t('steps.mapFileGo')}
                </Button>
              )}
              {key === next && !filing && may(...needed[key]) && (
                <Button
                  component={Link}
                  to={places[key](waits)}
                  size="compact-sm"
                  variant={asks ? 'default' : 'filled'}
                >
                  {t(`steps.${key}Go`)}
                </Button>
              )}
            </Row>
          ),
        )}
      </ol>
    </Panel>
  );
}

/** The reader's address: confirmed by the link in a mail, which is sent again here. */
function EmailRow() {
  const { t } = useTranslation('dashboard');
  const { confirmed, sent, busy, resend } = useConfirmEmail();
  return (
    <Row done={confirmed} name={t('steps.email')} text={t(confirmed ? 'steps.emailText' : 'steps.emailHow')}>
      {!confirmed && (
        <Button size="compact-sm" variant="default" disabled={sent} loading={busy} onClick={resend}>
          {t(sent ? 'steps.emailSent' : 'steps.emailGo')}
        </Button>
      )}
    </Row>
  );
}

type RowProps = { name: string; text: string; done?: boolean; current?: boolean; children?: ReactNode };

function Row({ name, text, done = false, current = false, children }: RowProps) {
  const { t } = useTranslation('dashboard');
  return (
    <li className={classes.step} data-done={done} aria-current={current ? 'step' : undefined}>
      {done ? (
        <IconCircleCheckFilled size={20} className={classes.tick} role="img" aria-label={t('steps.done')} />
      ) : (
        <IconCircle size={20} stroke={1.75} className={classes.open} aria-hidden />
      )}
      <div className={classes.stepWords}>
        <span className={classes.stepName}>{name}</span>
        <span className={classes.detail}>{text}</span>
      </div>
      {children}
    </li>
  );
}
