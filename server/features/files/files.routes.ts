import multipart from '@fastify/multipart';
import { maxOrderFileBytes } from '#contract/constants.ts';
import { avatarPurpose, files } from '#contract/files.ts';
import { type Entry, entryFor, forAccount, type MerchantActor, type StaffActor } from '#server/db/context.ts';
import { anonymous } from '#server/http/actor.ts';
import { unlimited } from '#server/http/call-limits.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { takeUpload, type Upload } from '#server/http/upload.ts';
import { appError } from '#server/lib/app-error.ts';
import { isAvatar, uploadAvatar } from './files-avatars.service.ts';
import * as service from './files.service.ts';

const year = 31_536_000;
const hour = 3_600;

export function filesRoutes(host: Host): void {
  // One byte more than any file may have: the parser says nothing of a longer file until it has read all of it.
  host.fastify.register(multipart, { limits: { fileSize: maxOrderFileBytes + 1, files: 2, fields: 5 } });
  mount(host, 'files', files, {
    upload: {
      manual: async (entry, _input, { request }) =>
        takeUpload(request, (file) => receive(entry, file), service.largestFile),
    },
    staffUpload: {
      manual: async (entry, { params }, { request }) =>
        takeUpload(request, (file) => service.staffUpload(entry, params.account_id, file)),
    },
    link: (ctx, { params }) => service.ownLink(ctx, params.id),
    staffLink: (ctx, { params }) => service.staffLink(forAccount(ctx, params.account_id), params.id),
  });
  mountBytes(host);
}

/** A person's own picture comes from whoever is logged in, every other file from a member of an account. */
async function receive(entry: Entry, file: Upload) {
  if (file.purpose === avatarPurpose && isPerson(entry)) return uploadAvatar(entry, file);
  if (isMember(entry)) return service.upload(entry, file);
  throw appError('forbidden', { text: 'files.upload_for_members' });
}

const isMember = (entry: Entry): entry is Entry<MerchantActor> => entry.actor.kind === 'merchant';
const isPerson = (entry: Entry): entry is Entry<MerchantActor | StaffActor> =>
  entry.actor.kind === 'merchant' || entry.actor.kind === 'staff';

/** The three addresses that answer bytes instead of JSON. */
function mountBytes(host: Host): void {
  const { blobs } = host.ground.app;
  // Without HEAD: looking at a link would use it up.
  const once = { exposeHeadRoute: false };
  host.fastify.get<{ Params: { token: string } }>('/api/files/download/:token', once, async (request, reply) => {
    const entry = entryFor(host.ground, anonymous, request.id);
    const file = await entry.run('all_accounts', (ctx) => service.takeDownload(ctx, request.params.token));
    return reply
      .header('content-type', file.mime)
      .header('content-length', file.size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('cache-control', 'no-store')
      .send(blobs.stream(file.sha256));
  });
  host.fastify.get<{ Params: { sha256: string } }>(
    '/api/pictures/:sha256',
    { config: unlimited },
    async (request, reply) => {
      const { sha256 } = request.params;
      const picture = await entryFor(host.ground, anonymous, request.id).run({ account_id: null }, (ctx) =>
        service.findPicture(ctx, sha256),
      );
      if (!picture || !(await blobs.has(sha256))) throw appError('not_found', { text: 'files.no_picture' });
      return reply
        .header('content-type', picture.mime)
        .header('cache-control', `public, max-age=${year}, immutable`)
        .send(blobs.stream(sha256));
    },
  );
  host.fastify.get<{ Params: { sha256: string } }>(
    '/api/avatars/:sha256',
    { config: unlimited },
    async (request, reply) => {
      const { sha256 } = request.params;
      const entry = entryFor(host.ground, anonymous, request.id);
      const isKnown = await entry.run('all_accounts', (ctx) => isAvatar(ctx, sha256));
      if (!isKnown || !(await blobs.has(sha256))) throw appError('not_found', { text: 'files.no_picture' });
      return reply
        .header('content-type', 'image/webp')
        .header('cache-control', `private, max-age=${hour}`)
        .send(blobs.stream(sha256));
    },
  );
}
