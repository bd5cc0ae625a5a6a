import type { InputOf } from '#contract/endpoint.ts';
import type { Severity } from '#contract/notification-events.ts';
import type { Contract } from '#web/api/client.ts';

export const noticeKinds = ['popup', 'inbox'] as const;
export const audiences = ['everyone', 'accounts', 'domain'] as const;

/** A notice while it is written; times as the fields have them, in local time. */
export type Draft = {
  kind: (typeof noticeKinds)[number];
  severity: Severity;
  title: string;
  tags: string[];
  content: string;
  to: (typeof audiences)[number];
  accounts: string[];
  domain: string;
  starts: string;
  ends: string;
};

export const emptyDraft: Draft = {
  kind: 'popup',
  severity: 'info',
  title: '',
  tags: [],
  content: '',
  to: 'everyone',
  accounts: [],
  domain: '',
  starts: '',
  ends: '',
};

type Body = InputOf<Contract['notifications']['compose']>['body'];

const instant = (local: string) => (local === '' ? null : new Date(local).toISOString());

function audienceOf({ to, accounts, domain }: Draft): Body['audience'] {
  if (to === 'accounts') return { to, account_ids: accounts };
  return to === 'domain' ? { to, domain } : { to };
}

/** The draft as the server takes it. */
export function toNotice(draft: Draft): Body {
  const { kind, severity, title, tags, content, starts, ends } = draft;
  const times = { starts_at: instant(starts), ended_at: instant(ends) };
  return { kind, severity, title, tags, content, audience: audienceOf(draft), ...times };
}
