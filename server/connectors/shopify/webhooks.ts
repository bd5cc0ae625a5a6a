import { z } from 'zod';
import { ShopError, type ShopSession, type ShopSubscription } from '../connector.ts';
import type { Graphql } from './graphql.ts';
import { nextOf, pageInfo, userErrors } from './graphql-answer.ts';

/** Topics that each connected shop sends us, as the header names them (shopify.md §3.4). Compliance topics come by the app's own settings. */
export const subscribedTopics = [
  'app/uninstalled',
  'app/scopes_update',
  'shop/update',
  'orders/create',
  'orders/updated',
  'orders/cancelled',
  'orders/delete',
  'refunds/create',
  'products/create',
  'products/update',
  'products/delete',
] as const;
export type SubscribedTopic = (typeof subscribedTopics)[number];

export const complianceTopics = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
export type ComplianceTopic = (typeof complianceTopics)[number];

const enumOf = (topic: string) => topic.replace('/', '_').toUpperCase();

const listSchema = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
    pageInfo,
  }),
});
const addSchema = z.object({ webhookSubscriptionCreate: z.object({ userErrors }) });
const removeSchema = z.object({ webhookSubscriptionDelete: z.object({ userErrors }) });

type Hook = { id: string; topic: string; uri: string };

async function installed(graphql: Graphql, shop: ShopSession): Promise<Hook[]> {
  const hooks: Hook[] = [];
  for (let after: string | null = null; ; ) {
    const { webhookSubscriptions: page }: z.infer<typeof listSchema> = await graphql.call(
      shop,
      'HooksInstalled',
      { after },
      listSchema,
    );
    hooks.push(...page.nodes);
    after = nextOf(page.pageInfo);
    if (after === null) return hooks;
  }
}

/** Each topic that we need, and whether the shop sends it here. */
export async function listSubscriptions(graphql: Graphql, shop: ShopSession, uri: string): Promise<ShopSubscription[]> {
  const hooks = await installed(graphql, shop);
  return subscribedTopics.map((topic) => {
    const found = hooks.filter((hook) => hook.topic === enumOf(topic));
    if (found.some((hook) => hook.uri === uri)) return { topic, state: 'active' };
    return { topic, state: found.length > 0 ? 'elsewhere' : 'missing' };
  });
}

/** Makes the shop's subscriptions exactly ours: missing ones are added, old addresses removed (shopify.md §2.10). */
export async function subscribe(graphql: Graphql, shop: ShopSession, uri: string): Promise<void> {
  const wanted = new Set<string>(subscribedTopics.map(enumOf));
  const old = (await installed(graphql, shop)).filter((hook) => hook.uri !== uri || !wanted.delete(hook.topic));
  for (const topic of wanted) {
    const { webhookSubscriptionCreate: answer } = await graphql.call(
      shop,
      'HookAdd',
      { topic, hook: { uri, format: 'JSON' } },
      addSchema,
    );
    const refused = answer.userErrors.find(({ message }) => !message.includes('already been taken'));
    if (refused) throw new ShopError('refused', `The shop does not send ${topic}: ${refused.message}`);
  }
  for (const { id } of old) await graphql.call(shop, 'HookRemove', { id }, removeSchema);
}

/** What the headers of a delivery say; null when one that we need is missing (shopify.md §3.2). */
export type Delivery = {
  delivery_id: string;
  shop: string;
  topic: string;
  event_id: string | null;
  triggered_at: Date | null;
};

const one = (value: string | string[] | undefined) => (typeof value === 'string' && value !== '' ? value : null);

export function readDelivery(headers: Readonly<Record<string, string | string[] | undefined>>): Delivery | null {
  const delivery_id = one(headers['x-shopify-webhook-id']);
  const shop = one(headers['x-shopify-shop-domain'])?.toLowerCase();
  const topic = one(headers['x-shopify-topic']);
  if (!delivery_id || !shop || !topic) return null;
  const at = new Date(one(headers['x-shopify-triggered-at']) ?? '');
  return {
    delivery_id,
    shop,
    topic,
    event_id: one(headers['x-shopify-event-id']),
    triggered_at: Number.isNaN(at.getTime()) ? null : at,
  };
}
