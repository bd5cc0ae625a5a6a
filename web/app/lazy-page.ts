import { type ComponentType, lazy } from 'react';
import { loadTexts } from '../i18n/index.ts';
import type { TextFeature } from '../i18n/resources.ts';

/** A page fetched when it is first opened, side by side with its texts. */
export function lazyPage(load: () => Promise<ComponentType>, ...texts: TextFeature[]): ComponentType {
  return lazy(async () => {
    const [page] = await Promise.all([load(), loadTexts(...texts)]);
    return { default: page };
  });
}
