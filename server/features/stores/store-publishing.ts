import type { ProductPublisher } from '#server/connectors/connector.ts';
import type { StoresKit } from './stores-kit.ts';

/** What putting products into shops needs of this feature. Shops fetch pictures by https, the sandbox by any address. */
export function publishingAt(kit: StoresKit): { publisher: ProductPublisher; picturesAt: string | null } {
  const reachable = kit.allowPrivate || kit.publicUrl.startsWith('https://');
  return { publisher: kit.shopify.publisher, picturesAt: reachable ? kit.publicUrl : null };
}
