// What other features may call.
export {
  anyStale,
  type Figures,
  findFacts,
  markAllStale,
  markForeignStale,
  markMoved,
  saveFigures,
  takeStale,
  type VariantFacts,
} from './figures/figures.db.ts';
export { deriveStates, figuresTask, skuFiguresChanged } from './figures/figures.service.ts';
export { applyShopProducts, removeShopProduct } from './intake/apply.service.ts';
export { markSuggested } from './mapping/map-variants.db.ts';
export { type MappingInput, mapVariants, assertMappings, variantsOfSkus } from './mapping/map-variants.service.ts';
export { toMap } from './records/filter.db.ts';
export type { Candidate } from './records/products.db.ts';
export { differences, recipeOf } from './records/components.ts';
export { mappingChanged, mappingChanges, productsApplied } from './records/products.events.ts';
export { productsThatWait, productsToMatch, requireProduct, selectProducts } from './records/products.service.ts';
export { findNamed, findVariants, lockStanding, type StandingRow, type VersionRow } from './records/variants.db.ts';
export { bulkCandidate, nothingShipped, productFindings, productSelection } from './records/bulk.ts';
