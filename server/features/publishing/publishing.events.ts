import { adoptPublished } from './publishing.service.ts';
import { productsApplied } from '#server/features/products/index.ts';

export function subscribePublishing(): void {
  productsApplied.on(adoptPublished);
}
