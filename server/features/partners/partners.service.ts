import { v7 as uuid } from 'uuid';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx, StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { siteDomain } from '#contract/branding-rules.ts';
import * as rows from './partners.db.ts';

const most = 50; // a menu that nobody can survey helps nobody

const notFound = () => appError('not_found', { text: 'partners.no_link' });

/** The partner items of the domain that was asked (P13). */
export async function linksOf(ctx: Ctx, host: string, q: string | undefined) {
  return rows.findForDomain(ctx, siteDomain(host), q);
}

/** Partner links of all domains, in the order of the menu. */
export async function listLinks(ctx: StaffCtx, query: ListQuery) {
  return {
    data: await rows.findPage(ctx, query.q, pageOf(query)),
    meta: metaOf(query, await rows.count(ctx, query.q)),
  };
}

/** Adds a link at the end of the menu. */
export async function addLink(ctx: StaffCtx, fields: rows.PartnerFields) {
  await rows.lockOrder(ctx);
  if ((await rows.count(ctx)) >= most) {
    throw appError('too_many_links', { text: 'partners.too_many_links', params: { most } });
  }
  const link = await rows.insert(ctx, uuid(), fields);
  await audit(ctx, { action: 'partners.add', entity: 'partners', entity_id: link.id, details: { ...fields } });
  return link;
}

/** Changes a link that nobody else has changed meanwhile. */
export async function saveLink(
  ctx: StaffCtx,
  id: string,
  { version, ...fields }: rows.PartnerFields & { version: number },
) {
  const before = await rows.lock(ctx, id);
  if (!before) throw notFound();
  if (before.version !== version) {
    throw appError('stale_version', { text: 'partners.changed' });
  }
  const changed = (['name', 'icon', 'link', 'domain'] as const).filter((field) => before[field] !== fields[field]);
  await audit(ctx, {
    action: 'partners.save',
    entity: 'partners',
    entity_id: id,
    fields: changed,
    details: Object.fromEntries(changed.map((field) => [field, fields[field]])),
  });
  return rows.update(ctx, id, fields);
}

/** Moves a link one place; at the end of the list nothing happens. */
export async function moveLink(ctx: StaffCtx, id: string, direction: 'up' | 'down') {
  await rows.lockOrder(ctx);
  const all = await rows.findAll(ctx);
  const at = all.findIndex((link) => link.id === id);
  if (at < 0) throw notFound();
  const [moved] = all.splice(at, 1);
  if (moved) all.splice(Math.max(0, at + (direction === 'up' ? -1 : 1)), 0, moved);
  for (const [index, link] of all.entries()) {
    if (link.position !== index + 1) await rows.place(ctx, link.id, index + 1);
  }
  await audit(ctx, { action: 'partners.move', entity: 'partners', entity_id: id, details: { direction } });
  return { done: true as const };
}

/** Takes a link out of the menu. */
export async function removeLink(ctx: StaffCtx, id: string) {
  const link = await rows.lock(ctx, id);
  if (!link) throw notFound();
  await rows.remove(ctx, id);
  await audit(ctx, { action: 'partners.remove', entity: 'partners', entity_id: id, details: { name: link.name } });
  return { done: true as const };
}
