import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';

/** The one npm package that holds Shopify's whole schema (ISC); fetched for the check, never installed. */
const source = {
  name: '@shopify/dev-mcp@1.16.0',
  integrity: 'sha512-tqgRnK7sQhjew+htxtleTH23nXB5fZcsrhWgEkomsorGXvLOB2mh2upwZm8uzuTDNTZnqtLMe64yIwh6s2awtw==',
  file: 'package/dist/data/admin_2026-07.json.gz',
};
const folder = fileURLToPath(new URL('../node_modules/.cache/tradewind/', import.meta.url));
const run = promisify(execFile);
const block = 512;

async function fetchPackage(): Promise<Buffer> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout } = await run(npm, ['pack', source.name, '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: folder,
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const bytes = await readFile(`${folder}${filename.replace('@', '').replace('/', '-')}`);
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== source.integrity) throw new Error(`${source.name} is not the package that was checked: ${found}`);
  return bytes;
}

/** One file out of a tar archive: headers of 512 bytes, each followed by its file. */
function fileOf(archive: Buffer, path: string): Buffer {
  const text = (at: number, length: number) => archive.toString('utf8', at, at + length).replace(/\0.*$/s, '');
  for (let at = 0; at + block <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    if (text(at, 100) === path) return archive.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
  }
  throw new Error(`${source.name} holds no ${path}`);
}

/** Shopify's Admin schema 2026-07, whole. The first call on a machine fetches it by npm, later ones find it. */
export async function fullShopifySchema(): Promise<GraphQLSchema> {
  const kept = `${folder}shopify-admin-2026-07.json.gz`;
  if (!existsSync(kept)) {
    await mkdir(folder, { recursive: true });
    const bytes = fileOf(gunzipSync(await fetchPackage()), source.file);
    await writeFile(`${kept}.part`, bytes);
    await rename(`${kept}.part`, kept);
  }
  const { data } = JSON.parse(gunzipSync(await readFile(kept)).toString('utf8')) as { data: IntrospectionQuery };
  return buildClientSchema(data);
}
