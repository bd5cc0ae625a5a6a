// What other features may mount.
export { StatementsSection } from './statements-section.tsx';
