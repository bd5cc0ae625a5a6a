import type { z } from 'zod';
import type { imageSearch } from '#contract/image-search.ts';
import type { quoteSchema } from '#contract/quotes.ts';
import type { Ctx, MerchantCtx } from '#server/db/context.ts';
import type { Blobs } from '#server/lib/blob-folder.ts';
import type { DrawnPicture } from '#server/lib/pictures.ts';

type StoredFile = { id: string; sha256: string };
type Sourcing = Omit<z.output<typeof imageSearch.inquiry.body>, 'catalog_sku_id'> & { picture: string };

/** Acts of other features that searching by picture leads to; `server/app.ts` hands them over. */
export type Needs = {
  blobs: Pick<Blobs, 'put'>;
  /** Bytes of a public https address; throws `PictureError`. */
  fetchPicture(url: string): Promise<Buffer>;
  addFile(
    ctx: MerchantCtx,
    file: { sha256: string; size: number; name: string; mime: string; purpose: 'image_search' },
  ): Promise<StoredFile>;
  /** The account's own upload; throws 404 for others. */
  readFile(ctx: Ctx, accountId: string, fileId: string): Promise<{ file: StoredFile; bytes(): Promise<Buffer> }>;
  keepFileUntil(ctx: Ctx, accountId: string, fileId: string, until: Date): Promise<void>;
  linkTo(ctx: Ctx, accountId: string, fileId: string): Promise<{ url: string }>;
  drawPicture(bytes: Buffer, owner: string | null): Promise<DrawnPicture>;
  keepPicture(ctx: Ctx, drawn: DrawnPicture): Promise<{ sha256: string }>;
  requestSourcing(ctx: MerchantCtx, request: Sourcing): Promise<z.input<typeof quoteSchema>>;
};
