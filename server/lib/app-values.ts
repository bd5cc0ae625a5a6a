import { maxUploadBytes } from '#contract/constants.ts';
import type { Blobs } from './blob-folder.ts';
import type { Config } from './config.ts';
import type { PictureRules } from './fetch-picture.ts';

/** What is fixed while the process runs, at hand in every action. Nothing in it reaches another company's server. */
export type AppValues = {
  /** Where the portal is, without a slash at its end. */
  publicUrl: string;
  /** Whose portal it is, as mails name it. */
  brand: string;
  /** Name, address and whatever else an invoice says of the seller. */
  seller: Config['SELLER'];
  /** Days between the announcement of a higher price and its start. */
  priceNoticeDays: number;
  /** From which minute of a business day in Shanghai until which people work: what is promised falls into it. */
  workingHours: { opens: number; closes: number };
  /** The largest received amount of a recharge that one member of staff approves alone, in cents of a US dollar. */
  rechargeApprovedAlone: number;
  /** Hosts from which pictures of products are fetched, and how large they may be. */
  pictureRules: PictureRules;
  /** Where a Shopify shop is, with `{shop}` for its domain. */
  shopUrl: string;
  /** Files by the hash of their content. */
  blobs: Blobs;
};

export function appValues(config: Config, blobs: Blobs): AppValues {
  return {
    publicUrl: config.PUBLIC_URL,
    brand: config.BRAND_NAME,
    seller: config.SELLER,
    priceNoticeDays: config.PRICE_NOTICE_DAYS,
    workingHours: config.WORKING_HOURS,
    rechargeApprovedAlone: config.RECHARGE_APPROVED_ALONE * 100,
    pictureRules: {
      hosts: config.PICTURE_HOSTS.split(',').map((host) => host.trim()),
      allowPrivate: config.ALLOW_PRIVATE_HOSTS,
      maxBytes: maxUploadBytes,
    },
    shopUrl: config.SHOPIFY_SHOP_URL,
    blobs,
  };
}
