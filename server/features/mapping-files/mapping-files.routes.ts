import { mappingFiles } from '#contract/mapping-files.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { startMappingFile, writeTemplate } from './mapping-files.service.ts';

export function mappingFilesRoutes(host: Host): void {
  mount(host, 'mappingFiles', mappingFiles, {
    template: { manual: (entry, { body }) => writeTemplate(entry, body) },
    run: (ctx, { body }) => startMappingFile(ctx, body),
  });
}
