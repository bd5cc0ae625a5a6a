import type { AppValues } from '#server/lib/app-values.ts';
import { blobFolder } from '#server/lib/blob-folder.ts';

/** Values for actions that no whole app stands behind; `folder` keeps their files. */
export const bareValues = (folder = '/nonexistent'): AppValues => ({
  publicUrl: 'http://localhost:8080',
  brand: 'Tradewind',
  seller: { name: 'Tradewind Fulfilment Ltd', address: 'Shenzhen, China', country: 'CN', registration_id: 'TW-TEST-1' },
  priceNoticeDays: 7,
  workingHours: { opens: 9 * 60, closes: 18 * 60 },
  rechargeApprovedAlone: 2_000_00,
  pictureRules: { hosts: [], allowPrivate: false, maxBytes: 10_485_760 },
  shopUrl: 'https://{shop}',
  blobs: blobFolder(folder),
});
