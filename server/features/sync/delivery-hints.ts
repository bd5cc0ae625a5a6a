import { isLosslessNumber, parse } from 'lossless-json';
import { z } from 'zod';
import { complianceTopics } from '#server/connectors/shopify/webhooks.ts';
import { largeBody } from '#server/lib/parsing/json-limits.ts';
import { parsing } from '#server/lib/parsing/parsing-pool.ts';

/** Ids are numbers beyond 2^53 in webhook bodies: they are read as text (shopify.md §2.4). */
const idText = z.preprocess((value) => (isLosslessNumber(value) ? value.value : value), z.string().regex(/^\d+$/));

const bodySchema = z.object({
  id: idText.optional().catch(undefined),
  admin_graphql_api_id: z.string().optional().catch(undefined),
  order_id: idText.optional().catch(undefined),
  orders_requested: z.array(idText).optional().catch(undefined),
  orders_to_redact: z.array(idText).optional().catch(undefined),
  myshopify_domain: z.string().optional().catch(undefined),
  shop_domain: z.string().optional().catch(undefined),
});
export type HookBody = z.infer<typeof bodySchema>;

export function readBody(text: string | null): HookBody {
  try {
    return bodySchema.parse(parse(text ?? '{}'));
  } catch {
    return {};
  }
}

const hintMembers = [...Object.keys(bodySchema.shape), 'customer'];

/**
 * A delivery's body as it is kept: of a large one only what names its record, taken out in another process. Null for what
 * is no text: UTF-16 and raw NUL bytes, which no shop's JSON has and which cannot be kept.
 */
export async function keptBody(body: Buffer): Promise<string | null> {
  if (body.includes(0)) return null;
  if (body.length <= largeBody) return body.toString('utf8');
  return JSON.stringify((await parsing.run('json.pick', body, hintMembers)) ?? {});
}

const buyerSchema = z.object({ customer: z.object({ email: z.string().nullable() }) });

/** Whom a request about a buyer's data is of; to be used and forgotten. */
export function buyerEmail(text: string | null): string | null {
  try {
    return buyerSchema.parse(parse(text ?? '{}')).customer.email;
  } catch {
    return null;
  }
}

/** What of a body is needed to find its record: ids, nothing of the buyer. */
export const hintOnly = (text: string): string => JSON.stringify(readBody(text));

export type Hint =
  | { kind: 'order'; id: string }
  | { kind: 'order_gone'; id: string }
  | { kind: 'product'; id: string }
  | { kind: 'product_gone'; id: string }
  | { kind: 'identity' }
  /** `named`: the signed body says which shop it is of. */
  | { kind: 'uninstalled'; named: boolean }
  | { kind: 'privacy' }
  | { kind: 'unknown' };

/** What a delivery hints at. Its content is never believed: the record is read from the shop (shopify.md §3.3). */
export function hintOf(topic: string, body: HookBody): Hint {
  const id = body.id ?? /\/(\d+)/.exec(body.admin_graphql_api_id ?? '')?.[1];
  switch (topic) {
    case 'app/uninstalled':
      return { kind: 'uninstalled', named: body.myshopify_domain !== undefined };
    case 'app/scopes_update':
    case 'shop/update':
      return { kind: 'identity' };
    case 'customers/data_request':
    case 'customers/redact':
    case 'shop/redact':
      return { kind: 'privacy' };
    default:
      return recordOf(topic, id) ?? (body.order_id ? { kind: 'order', id: body.order_id } : { kind: 'unknown' });
  }
}

/** Why a delivery is kept without work; null for one to be handled. Without its body, a topic may still say what happened. */
export function ignoredBecause(topic: string, body: string | null): string | null {
  if (body !== null || hintOf(topic, {}).kind !== 'unknown') return null;
  return 'the body is no UTF-8 text; the next look at the shop finds what it was about';
}

/** Topics that are believed, where others only have the shop looked at. */
const believed = new Set<string>(complianceTopics);

/**
 * Whether a delivery is of another shop of the same app than its header says. Only the body is signed, so a shop's owner
 * can send it again with another header: what the body says of its shop must fit, and where it is believed it must say so.
 */
export function isOfAnotherShop(
  { shop, topic }: { shop: string; topic: string },
  { myshopify_domain, shop_domain }: HookBody,
): boolean {
  const named = (myshopify_domain ?? shop_domain)?.toLowerCase();
  return named === undefined ? believed.has(topic) : named !== shop;
}

/** Id at the shop of the order that a delivery is about; null for what is about something else. */
export function orderIn(topic: string, body: HookBody): string | null {
  const hint = hintOf(topic, body);
  return hint.kind === 'order' || hint.kind === 'order_gone' ? hint.id : null;
}

/** Topics of records, as Shopify (`orders/delete`) and WooCommerce (`order.deleted`) write them. */
function recordOf(topic: string, id: string | undefined): Hint | null {
  const [, subject, verb] = /^(order|product)s?[/.](\w+)$/.exec(topic) ?? [];
  if (id === undefined || subject === undefined) return null;
  const gone = verb === 'delete' || verb === 'deleted';
  if (subject === 'order') return { kind: gone ? 'order_gone' : 'order', id };
  return { kind: gone ? 'product_gone' : 'product', id };
}
