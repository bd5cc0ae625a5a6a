import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { openClaims } from '#contract/claim-rules.ts';
import { ClientLink } from '#web/components/client-link.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { VerdictChip } from './claim-chips.tsx';
import { useClaimWords } from './claim-words.ts';
import classes from './claims.module.css';
import type { ClaimDetail, StaffClaimDetail } from './claims-types.ts';

type Props = { claim: ClaimDetail };
export const takesMessages = ({ status }: Pick<ClaimDetail, 'status'>) => openClaims.some((open) => open === status);
const now = () => new Date().toISOString();

/** What is asked and decided, by which clock; `linked` leads to its order. */
export function ClaimFacts({ claim, linked = false }: Props & { linked?: boolean }) {
  const { t } = useTranslation('claims');
  const words = useClaimWords();
  const money = (amount: number) => <MoneyCell money={{ amount, currency: claim.currency }} />;
  const late = claim.due_at !== null && claim.due_at < now();
  return (
    <DetailSection title={t('detail.verdict')}>
      <p className={classes.verdict}>
        <VerdictChip verdict={claim.verdict} decided={claim.decision !== null} />
      </p>
      {claim.findings.map((finding) => (
        <p key={finding.code} className={classes.muted}>
          {words.because(finding)}
        </p>
      ))}
      <Facts
        facts={[
          ...(linked
            ? [
                {
                  label: t('detail.order'),
                  value: (
                    <Anchor component={Link} to={withQuery(paths.orders, { order: claim.order.id })} inherit>
                      {claim.order.name}
                    </Anchor>
                  ),
                },
              ]
            : []),
          { label: t('reason'), value: t(`reasons.${claim.reason}`) },
          { label: t('detail.resolution'), value: t(`resolutions.${claim.wanted}`) },
          { label: t('detail.claimed'), value: money(claim.asked) },
          ...(claim.due_at ? [{ label: t('detail.due'), value: <Due at={claim.due_at} late={late} /> }] : []),
          ...(claim.evidence_due_at
            ? [{ label: t('detail.evidenceDue'), value: <TimeCell time={claim.evidence_due_at} /> }]
            : []),
          ...(claim.deadline && !claim.status.startsWith('approved')
            ? [{ label: t('detail.deadline'), value: words.day(claim.deadline) }]
            : []),
          ...(claim.note ? [{ label: t('note'), value: claim.note }] : []),
        ]}
      />
    </DetailSection>
  );
}

function Due({ at, late }: { at: string; late: boolean }) {
  const { t } = useTranslation('claims');
  const words = useClaimWords();
  return late ? (
    <span className={classes.late}>{t('detail.overdue', { when: words.day(at) })}</span>
  ) : (
    <TimeCell time={at} />
  );
}

/** The decision with what followed from it: credit notes, another parcel. */
export function ClaimDecision({ claim, client }: Props & { client?: StaffClaimDetail['client'] }) {
  const { t } = useTranslation('claims');
  if (!claim.decision) return null;
  return (
    <DetailSection title={t('detail.decision')}>
      <Facts
        facts={[
          {
            label: t(`actions.${claim.decision}`),
            value: claim.automatic ? t('detail.automatic') : t('detail.by', { name: claim.decided_by }),
          },
          ...(claim.granted
            ? [
                {
                  label: t('detail.refunded'),
                  value: <MoneyCell money={{ amount: claim.granted, currency: claim.currency }} />,
                },
              ]
            : []),
          ...claim.credits.map((credit) => ({
            label: t('detail.credit'),
            value: (
              <ClientLink client={client} to={withQuery(paths.invoices, { invoice: credit.invoice.id })}>
                {credit.number} · {credit.invoice.number}
              </ClientLink>
            ),
          })),
          ...(claim.reship
            ? [
                {
                  label: t('detail.reship'),
                  value: (
                    <ClientLink client={client} to={withQuery(paths.orders, { order: claim.reship.id })}>
                      {claim.reship.name}
                    </ClientLink>
                  ),
                },
              ]
            : []),
        ]}
      />
      {claim.decision_note && <p className={classes.message}>{claim.decision_note}</p>}
    </DetailSection>
  );
}

/** The lines that are claimed. */
export function ClaimedLines({ claim }: Props) {
  const { t } = useTranslation('claims');
  return (
    <DetailSection title={t('lines')}>
      <ul className={classes.list}>
        {claim.lines.map((line) => (
          <li key={line.line_id} className={classes.claimed}>
            <span className={classes.what}>
              {line.quantity} × {[line.title, line.variant_title].filter(Boolean).join(' · ')}
            </span>
            <MoneyCell money={{ amount: line.asked, currency: claim.currency }} />
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

/** What was wanted and what is there; a file opens by a link for one use. */
export function ClaimEvidenceSection({ claim, accountId }: Props & { accountId?: string }) {
  const { t } = useTranslation('claims');
  const ownLink = useApiMutation(api.files.link);
  const clientLink = useApiMutation(api.files.staffLink);
  const handleOpen = async (id: string) => {
    const link = await (accountId === undefined
      ? ownLink.run({ params: { id } })
      : clientLink.run({ params: { account_id: accountId, id } }));
    if (link) window.open(link.url, '_blank', 'noreferrer');
  };
  const open = claim.decision === null; // what a decided claim lacks, nobody waits for
  // what the merchant has to add yet stands beside its buttons below
  const checklist = claim.checklist.filter(({ given }) => given || !open || accountId !== undefined);
  const kinds = new Set([...checklist, ...claim.evidence].map(({ kind }) => kind));
  if (kinds.size === 0) return null;
  return (
    <DetailSection title={t('evidence')}>
      <ul className={classes.list}>
        {[...kinds].map((kind) => (
          <li key={kind} className={classes.line}>
            {checklist
              .filter((wanted) => wanted.kind === kind)
              .map(({ given }) => (
                <StatusChip
                  key={kind}
                  tone={given ? 'green' : open ? 'amber' : 'grey'}
                  label={t(given ? 'detail.given' : 'detail.missing')}
                />
              ))}
            <span className={classes.kind}>{t(`kinds.${kind}`)}</span>
            {claim.evidence
              .filter((brought) => brought.kind === kind)
              .map(({ id, file }) => (
                <EvidenceFile key={id} file={file} onOpen={handleOpen} />
              ))}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

type FileProps = { file: ClaimDetail['evidence'][number]['file']; onOpen: (id: string) => Promise<void> };

function EvidenceFile({ file, onOpen }: FileProps) {
  const { t } = useTranslation('claims');
  if (file === null) return <span className={classes.muted}>{t('detail.gone')}</span>;
  return (
    <Anchor
      component="button"
      type="button"
      aria-label={t('detail.openFile', { name: file.name })}
      onClick={() => void onOpen(file.id)}
    >
      {file.name}
    </Anchor>
  );
}

/** What was written, the newest last; an answer is written below it. */
export function ClaimThread({ claim, children }: Props & { children?: ReactNode }) {
  const { t } = useTranslation('claims');
  if (claim.messages.length === 0 && !takesMessages(claim)) return null;
  return (
    <DetailSection title={t('detail.messages')}>
      {claim.messages.length === 0 && <p className={classes.muted}>{t('detail.noMessages')}</p>}
      <ul className={classes.list}>
        {claim.messages.map((message) => (
          <li key={message.id}>
            <span className={classes.muted}>
              {[message.by, message.internal && t('detail.internal')].filter(Boolean).join(' · ')}{' '}
              <TimeCell time={message.at} />
            </span>
            <p className={classes.message} data-internal={message.internal}>
              {message.text}
            </p>
          </li>
        ))}
      </ul>
      {children}
    </DetailSection>
  );
}

/** What became of it, newest first like every history. */
export function ClaimTimeline({ claim }: Props) {
  const { t, i18n } = useTranslation('claims');
  return (
    <DetailSection title={t('detail.timeline')}>
      <ol className={classes.list} aria-label={t('detail.timeline')}>
        {claim.events.toReversed().map((event) => (
          <li key={event.id} className={classes.line}>
            <span className={classes.when}>
              <TimeCell time={event.at} />
            </span>
            <span className={classes.grow}>
              {[i18n.t(`claims:actions.${event.action}`, { defaultValue: event.action }), event.by]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </DetailSection>
  );
}
