import { ShopError } from '#server/connectors/connector.ts';
import { type ShopifyApp, secretsOf } from '#server/connectors/shopify/apps.ts';
import { isShopDomain } from '#server/connectors/shopify/shop-url.ts';
import { isSignedQuery } from '#server/connectors/shopify/signature.ts';
import { type AppError, appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';

export type SignedQuery = Readonly<Record<string, string>>;

const timestampSeconds = 90;

/** A refused authorization, in a sentence. */
export const failed = (sentence: Phrase): AppError => appError('authorization_failed', sentence);

/** The shop that a signed request of Shopify is about; refused when forged or old (shopify.md §1.4). `retry` says what to do. */
export function requireSigned(app: ShopifyApp | null, query: SignedQuery, now: Date, retry: Phrase): string {
  const { shop = '' } = query;
  if (!app || !isSignedQuery(secretsOf(app), query)) throw failed({ text: 'stores.not_signed', params: { retry } });
  if (!isShopDomain(shop)) throw failed({ text: 'stores.no_shop_named', params: { retry } });
  const age = Math.abs(now.getTime() / 1000 - Number(query.timestamp));
  if (!(age <= timestampSeconds)) throw failed({ text: 'stores.request_too_old', params: { retry } });
  return shop;
}

/** What the shop answers to a code, or the refusal that the person reads. */
export async function atTheShop<T>(work: Promise<T>, retry: Phrase): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    const text = error.reason === 'refused' ? 'stores.authorization_refused' : 'stores.shop_silent';
    throw failed({ text, params: { retry } });
  }
}
