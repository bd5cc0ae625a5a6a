import multipart from '@fastify/multipart';
import { maxOrderFileBytes } from '#contract/constants.ts';
import { files } from '#contract/files.ts';
import { entryFor } from '#server/db/context.ts';
import { anonymous } from '#server/http/actor.ts';
import { unlimited } from '#server/http/call-limits.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { readUpload } from '#server/http/upload.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Blobs } from '#server/lib/blob-folder.ts';
import * as service from './files.service.ts';

const year = 31_536_000;

export function filesRoutes(host: Host, blobs: Blobs): void {
  host.fastify.register(multipart, { limits: { fileSize: maxOrderFileBytes, files: 1, fields: 5 } });
  mount(host, 'files', files, {
    upload: {
      manual: async (entry, _input, { request }) =>
        service.upload(entry, blobs, await readUpload(request, service.largestFile)),
    },
    deskUpload: {
      manual: async (entry, { params }, { request }) =>
        service.deskUpload(entry, blobs, params.account_id, await readUpload(request)),
    },
    link: (ctx, { params }) => service.ownLink(ctx, params.id),
    deskLink: (ctx, { params }) => service.staffLink(ctx, params.account_id, params.id),
  });
  mountBytes(host, blobs);
}

/** The two addresses that answer bytes instead of JSON. */
function mountBytes(host: Host, blobs: Blobs): void {
  host.fastify.get<{ Params: { token: string } }>('/api/files/download/:token', async (request, reply) => {
    const entry = entryFor(host.ground, anonymous, request.id);
    const file = await entry.run('desk', (ctx) => service.takeDownload(ctx, request.params.token));
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
      if (!picture || !(await blobs.has(sha256))) throw appError('not_found', 'There is no such picture.');
      return reply
        .header('content-type', picture.mime)
        .header('cache-control', `public, max-age=${year}, immutable`)
        .send(blobs.stream(sha256));
    },
  );
}
