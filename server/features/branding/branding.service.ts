import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { emptySiteConfig, type PublicSite, runsScripts, type SiteConfig, siteConfig } from '#contract/branding.ts';
import { siteDomain } from '#contract/branding-rules.ts';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx, StaffCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './branding.db.ts';

const fields = Object.keys(siteConfig.shape) as (keyof SiteConfig)[]; // the schema is strict: its keys are the type's

/** The configuration of a row; a field that today's rules refuse counts as not set. */
function configOf(row: { branding: unknown; contact: unknown }): SiteConfig {
  const stored: Record<string, unknown> = { ...(row.branding as Record<string, unknown>), contact: row.contact };
  const read = fields.map((field) => {
    const parsed = siteConfig.shape[field].safeParse(stored[field]);
    return [field, parsed.success ? parsed.data : emptySiteConfig[field]];
  });
  return Object.fromEntries(read) as SiteConfig; // each value has passed its field's schema
}

/** Name, look and texts of the domain that was asked; without a row the deployment's own name (P1). */
export async function siteOf(ctx: Ctx, host: string, brandName: string): Promise<PublicSite> {
  const domain = siteDomain(host);
  const row = await rows.findLook(ctx, domain);
  return withRevision({
    domain,
    brand_name: row?.brand_name ?? brandName,
    ...(row ? configOf(row) : emptySiteConfig),
  });
}

/** Whether staff may log in on a domain: where no scripts of its branding run, or an admin allows it (P57). */
export async function staffMayEnter(ctx: Ctx, domain: string): Promise<boolean> {
  const row = await rows.findLook(ctx, domain);
  return !row || row.staff_login || !runsScripts(configOf(row));
}

/** Whether a domain has terms of service that new clients agree to. */
export async function namesTerms(ctx: Ctx, domain: string): Promise<boolean> {
  const row = await rows.findLook(ctx, domain);
  return row !== undefined && configOf(row).terms_url !== '';
}

/** Adds what tells one state of a site from another. */
export function withRevision(site: Omit<PublicSite, 'revision'>): PublicSite {
  const revision = createHash('sha256').update(JSON.stringify(site)).digest('base64url').slice(0, 16);
  return { ...site, revision };
}

const answerOf = ({ branding, contact, ...row }: rows.SiteRow) => ({ ...row, config: configOf({ branding, contact }) });

async function find(ctx: Ctx, id: string) {
  const row = await rows.findSite(ctx, id);
  if (!row) throw appError('not_found', { text: 'branding.no_domain' });
  return answerOf(row);
}

export const getSite = (ctx: StaffCtx, id: string) => find(ctx, id);

export async function listSites(ctx: StaffCtx, query: ListQuery) {
  const found = await rows.listSites(ctx, query.q, pageOf(query));
  const data = found.map((row) => {
    const { config, ...site } = answerOf(row);
    return { ...site, site_title: config.site_title };
  });
  return { data, meta: metaOf(query, await rows.countSites(ctx, query.q)) };
}

const taken = () => appError('invalid_input', { text: 'branding.domain_listed' }, 'domain');

export async function createSite(ctx: StaffCtx, site: { domain: string; brand_name: string }) {
  const id = await rows.insertSite(ctx, { ...site, config: emptySiteConfig, staff_login: false });
  if (id === undefined) throw taken();
  await note(ctx, 'branding.create', id, site.domain, ['domain', 'brand_name']);
  return find(ctx, id);
}

type Change = { version: number; domain: string; brand_name: string; config: SiteConfig; staff_login: boolean };

/** Replaces what is kept for a domain; the audit row names its author and the changed fields (P35). */
export async function updateSite(ctx: StaffCtx, id: string, { version, ...change }: Change) {
  const before = await find(ctx, id);
  await rows.lockSites(ctx);
  if (await rows.isTaken(ctx, change.domain, id)) throw taken();
  if (!(await rows.updateSite(ctx, id, version, change))) {
    throw appError('stale_version', { text: 'branding.changed' });
  }
  await note(ctx, 'branding.update', id, change.domain, changedFields(before, change));
  return find(ctx, id);
}

function changedFields(before: Omit<Change, 'version'>, after: Omit<Change, 'version'>): string[] {
  const names = (['domain', 'brand_name', 'staff_login'] as const).filter((name) => before[name] !== after[name]);
  return [...names, ...fields.filter((field) => !isDeepStrictEqual(before.config[field], after.config[field]))];
}

async function note(ctx: StaffCtx, action: string, id: string, domain: string, changed: string[]): Promise<void> {
  await audit(ctx, { action, entity: 'sites', entity_id: id, fields: changed, details: { domain } });
  publish(ctx, { account_id: null, kind: 'branding.changed', id });
}

/** Who changed which fields, newest first. */
export async function listChanges(ctx: StaffCtx, id: string) {
  await find(ctx, id);
  return rows.listChanges(ctx, id);
}
