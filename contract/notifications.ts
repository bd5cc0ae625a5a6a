import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { notificationTabs, severities } from './notification-events.ts';
import { done, id, idParams, listMeta, listQuery, time } from './shared.ts';

/** Written by staff: shown once as a dialog, or only in the bell. */
export const noticeKinds = ['popup', 'inbox'] as const;
export const noticeStates = ['scheduled', 'live', 'ended', 'withdrawn'] as const;

const tag = z.string().trim().min(1).max(24);
const host = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^www\./, '').replace(/:\d+$/, ''))
  .pipe(z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, 'checks.domain'));

/** Who a notice is for: all merchants, some clients, or whoever comes by one of the provider's domains. */
export const noticeAudience = z.discriminatedUnion('to', [
  z.object({ to: z.literal('everyone') }),
  z.object({
    to: z.literal('accounts'),
    account_ids: z.array(id).min(1).max(500),
  }),
  z.object({ to: z.literal('domain'), domain: host }),
]);

export const notificationSchema = z.object({
  id,
  /** `event`: told by the portal itself; the others are written by staff. */
  kind: z.enum(['event', ...noticeKinds]),
  /** Key in the catalogue of events, with what its text names; null for what staff wrote. */
  event: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  severity: z.enum(severities),
  needs_action: z.boolean(),
  /** In the reader's language. */
  title: z.string(),
  tags: z.array(z.string()),
  /** Sanitised HTML; empty for events. */
  content: z.string(),
  /** Path of the record within the portal. */
  link: z.string().nullable(),
  created_at: time,
  ended_at: time.nullable(),
  is_read: z.boolean(),
});

/** The popup of spec §3, with the notification it comes from (P31). */
export const popupSchema = z.object({
  id,
  title: z.string(),
  tags: z.array(z.string()),
  content: z.string(),
  ended_at: time.nullable(),
  is_read: z.boolean(),
  notification: z.object({ id, kind: z.enum(noticeKinds), severity: z.enum(severities), starts_at: time }),
});

/** What a notice is written in. */
export const noticeLanguages = ['en', 'zh'] as const;

const title = z.string().trim().min(1).max(120);
const content = z.string().trim().min(1).max(20_000);
export const composeSchema = z.object({
  kind: z.enum(noticeKinds),
  severity: z.enum(severities).default('info'),
  /** The language of title and content. */
  language: z.enum(noticeLanguages).default('en'),
  title,
  tags: z.array(tag).max(5).default([]),
  /** HTML; what is not allowed is taken out before it is kept (P34). */
  content,
  /** The same in the other language, for its readers; without it everybody reads the one that is there. */
  translation: z.object({ title, content }).nullish(),
  audience: noticeAudience,
  /** Now when left out. */
  starts_at: time.nullish(),
  /** Never when left out. */
  ended_at: time.nullish(),
});

export const noticeSchema = z.object({
  id,
  kind: z.enum(noticeKinds),
  severity: z.enum(severities),
  language: z.enum(noticeLanguages),
  title: z.string(),
  tags: z.array(z.string()),
  content: z.string(),
  /** The same in the other language. */
  translation: z.object({ title: z.string(), content: z.string() }).nullable(),
  audience: noticeAudience,
  state: z.enum(noticeStates),
  starts_at: time,
  ended_at: time.nullable(),
  withdrawn_at: time.nullable(),
  created_at: time,
  created_by: z.string(),
  /** How many people have read it, of how many it is for; null where that cannot be told (a domain's visitors). */
  reads: z.int(),
  readers: z.int().nullable(),
});

const user = { kind: 'user' } as const;
const admins = { kind: 'staff', roles: [] } as const; // `admin` is let in everywhere

export const notifications = endpoints({
  list: {
    method: 'GET',
    path: '/api/notifications',
    access: user,
    summary: 'List your notifications, newest first; `meta.counts` has `unread` and `action`.',
    query: listQuery.extend({ tab: z.enum(notificationTabs).default('all') }),
    answer: z.array(notificationSchema),
    meta: listMeta,
  },
  compose: {
    method: 'POST',
    path: '/api/notifications',
    access: admins,
    summary: 'Create an announcement for merchants: a dialog, or one under notifications.',
    body: composeSchema,
    answer: noticeSchema,
    idempotent: true, // pressed twice, a popup would greet every merchant twice
  },
  global: {
    method: 'GET',
    path: '/api/notifications/global',
    access: user,
    summary: 'Retrieve the announcement to show as a dialog now, or null.',
    answer: popupSchema.nullable(),
  },
  readAll: {
    method: 'POST',
    path: '/api/notifications/read_all',
    access: user,
    summary: 'Mark all your notifications as read.',
    answer: done,
  },
  preview: {
    method: 'POST',
    path: '/api/notifications/preview',
    rollback: true,
    access: admins,
    summary: 'Preview an announcement’s HTML as it will be kept, and whether something was removed.',
    body: z.object({ content }),
    answer: z.object({ content: z.string(), changed: z.boolean() }),
  },
  get: {
    method: 'GET',
    path: '/api/notifications/{id}',
    access: user,
    summary: 'Retrieve one of your notifications.',
    params: idParams,
    answer: notificationSchema,
  },
  read: {
    method: 'PUT',
    path: '/api/notifications/{id}',
    access: user,
    summary: 'Mark a notification as read.',
    params: idParams,
    answer: done,
  },
  remove: {
    method: 'DELETE',
    path: '/api/notifications/{id}',
    access: user,
    summary: 'Hide one of your notifications; administrators withdraw an announcement.',
    params: idParams,
    answer: done,
  },
  staffList: {
    method: 'GET',
    path: '/api/staff/notices',
    access: admins,
    summary: 'List announcements by staff, newest first, with how many users read them.',
    query: listQuery.extend({ tab: z.enum(['all', ...noticeStates]).default('all') }),
    answer: z.array(noticeSchema),
    meta: listMeta,
  },
});
