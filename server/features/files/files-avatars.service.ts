import { v7 as uuid } from 'uuid';
import type { files } from '#contract/files.ts';
import type { ResultOf } from '#contract/endpoint.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx, Entry, MerchantActor, StaffActor } from '#server/db/context.ts';
import { bytesOf, type Upload } from '#server/http/upload.ts';
import { redrawPicture } from '#server/lib/pictures.ts';
import * as rows from './files.db.ts';

const side = 256; // pixels; it is shown at most 72 px wide
const unchosenHours = 24;

/**
 * Keeps a picture that a person uploads of themselves, drawn again at 256 px without what its camera wrote. Only that person
 * may choose it; unchosen, it is swept after a day. Throws `file_invalid`.
 */
export async function uploadAvatar(
  entry: Entry<MerchantActor | StaffActor>,
  file: Upload,
): Promise<ResultOf<typeof files.upload>> {
  const { actor } = entry;
  const { user_id } = actor;
  const owner = actor.kind === 'merchant' ? actor.account_id : user_id;
  const { bytes } = await redrawPicture(await bytesOf(file), { longest: side, quality: 86 }, owner);
  const { sha256, size } = await entry.app.blobs.put(bytes);
  return entry.run(actor.kind === 'staff' ? 'all_accounts' : { account_id: actor.account_id }, async (ctx) => {
    const id = uuid();
    const expires_at = new Date(ctx.now.getTime() + unchosenHours * 3_600_000);
    await rows.insertAvatar(ctx, { id, user_id, sha256, expires_at });
    await audit(ctx, { action: 'files.upload', entity: 'avatars', entity_id: id, details: { size } });
    return { id, name: 'avatar.webp', mime: 'image/webp', size };
  });
}

/** Whether a hash is that of a picture with which somebody is shown. */
export const isAvatar = async (ctx: Ctx, sha256: string): Promise<boolean> =>
  /^[0-9a-f]{64}$/.test(sha256) && rows.isAvatar(ctx, sha256);
