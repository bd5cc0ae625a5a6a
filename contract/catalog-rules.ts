/** What carriers ask about a thing. */
export const catalogFlags = ['battery', 'liquid', 'magnet', 'powder', 'blade', 'fragile'] as const;
export type CatalogFlag = (typeof catalogFlags)[number];

export const catalogStates = ['active', 'low', 'discontinued'] as const;

/** How much a catalogue product may hold. */
export const catalogLimits = { skus: 100, pictures: 8, attributes: 3, title: 255, description: 10_000 } as const;
