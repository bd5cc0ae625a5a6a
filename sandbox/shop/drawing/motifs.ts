import { apparel } from './apparel.ts';
import { bags } from './bags.ts';
import type { Motif } from './brush.ts';
import { drinkware } from './drinkware.ts';
import { gadgets } from './gadgets.ts';
import { home } from './home.ts';
import { lighting } from './lighting.ts';
import { paper } from './paper.ts';

const drawn = { ...drinkware, ...bags, ...apparel, ...lighting, ...home, ...paper, ...gadgets };

export type MotifName = keyof typeof drawn;
/** Everything that can be drawn, by its name. */
export const motifs: Record<MotifName, Motif> = drawn;
export const motifNames = Object.keys(drawn) as MotifName[]; // the keys of the object above
