import { ShopError } from '#server/connectors/connector.ts';
import { type ShopifyApp, secretsOf } from '#server/connectors/shopify/apps.ts';
import { isShopDomain } from '#server/connectors/shopify/shop-url.ts';
import { isSignedQuery } from '#server/connectors/shopify/signature.ts';
import { type AppError, appError } from '#server/lib/app-error.ts';

export type SignedQuery = Readonly<Record<string, string>>;

const timestampSeconds = 90;

/** A refused authorization, in a sentence. */
export const failed = (message: string): AppError => appError('authorization_failed', message);

/** The shop that a signed request of Shopify is about; refused when forged or old (shopify.md §1.4). `retry` says what to do. */
export function demandSigned(app: ShopifyApp | null, query: SignedQuery, now: Date, retry: string): string {
  const { shop = '' } = query;
  if (!app || !isSignedQuery(secretsOf(app), query)) throw failed(`This request was not signed by Shopify. ${retry}`);
  if (!isShopDomain(shop)) throw failed(`The request names no Shopify shop. ${retry}`);
  const age = Math.abs(now.getTime() / 1000 - Number(query.timestamp));
  if (!(age <= timestampSeconds)) throw failed(`This request is too old. ${retry}`);
  return shop;
}

/** What the shop answers to a code, or the refusal that the person reads. */
export async function atTheShop<T>(work: Promise<T>, retry: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    throw failed(
      error.reason === 'refused'
        ? `Shopify did not accept the authorization. ${retry}`
        : `The shop is not answering right now. ${retry}`,
    );
  }
}
