// What other features may call.
export {
  anyStale,
  type Figures,
  findFacts,
  markAllStale,
  markMoved,
  saveFigures,
  takeStale,
  type VariantFacts,
} from './figures/figures.db.ts';
export { figuresTask, skuFiguresChanged } from './figures/figures.service.ts';
export { deriveStates } from './figures/states.service.ts';
export { applyShopProducts, removeShopProduct } from './intake/apply.service.ts';
export { countOpenOrders, pinOpenOrders } from './mapping/map-variants.db.ts';
export { type MappingInput, mapVariants, refuseBadMappings } from './mapping/map-variants.service.ts';
export { variantsOfSkus } from './mapping/simple-mapping.service.ts';
export { type Candidate } from './records/bulk.db.ts';
export { differences, recipeOf } from './records/components.ts';
export { mappingChanged, productsApplied } from './records/products.events.ts';
export { demandProduct } from './records/products.service.ts';
export { selectProducts } from './records/selection.service.ts';
export { findNamed, findVariants, lockStanding, type StandingRow, type VersionRow } from './records/variants.db.ts';
export { bulkCandidate, nothingShipped, productFindings, productSelection } from './records/bulk.ts';
