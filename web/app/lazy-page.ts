import type { ComponentType } from 'react';
import { loadTexts } from '../i18n/index.ts';
import type { TextFeature } from '../i18n/resources.ts';
import { lazyPart } from '../components/lazy-part.tsx';

/** A page fetched when it is first opened, side by side with its texts. */
export function lazyPage(load: () => Promise<ComponentType>, ...texts: TextFeature[]): ComponentType {
  return lazyPart(async () => {
    const [page] = await Promise.all([load(), loadTexts(...texts)]);
    return page;
  });
}
