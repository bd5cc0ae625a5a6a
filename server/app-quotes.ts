import { attachFile, drawPicture, readFile } from './features/files/files.service.ts';
import { alikeInCatalog } from './features/image-search/image-search-stored.service.ts';
import type { Needs } from './features/quotes/records/needs.ts';
import { businessCalendar, calendarAhead } from './features/shipping/shipping-calendar.service.ts';
import { listChannels, ratesTo } from './features/shipping/shipping.service.ts';
import { stockOfSkus } from './features/stock/stock-of-skus.db.ts';
import type { Blobs } from './lib/blob-folder.ts';

// A part of app.ts: what quotes ask of others.

/** Channels, rates and the days on which nobody works. */
export const quoteShippingOf = (): Pick<Needs, 'listChannels' | 'ratesTo' | 'businessCalendar' | 'holidays'> => ({
  listChannels,
  ratesTo,
  businessCalendar: (ctx) => businessCalendar(ctx),
  holidays: async (ctx) => (await calendarAhead(ctx)).holidays,
});

/** Pictures that a request comes with and what may be the thing on them, and files of the talk. */
export const quoteFilesOf = (
  blobs: Blobs,
  keepPicture: Needs['keepPicture'],
): Pick<Needs, 'attachFile' | 'readFile' | 'drawPicture' | 'keepPicture' | 'alikeInCatalog' | 'stockOfSkus'> => ({
  alikeInCatalog,
  stockOfSkus,
  attachFile,
  drawPicture,
  keepPicture,
  readFile: (ctx, accountId, fileId) => readFile(ctx, blobs, accountId, fileId, 'quote_attachment'),
});
