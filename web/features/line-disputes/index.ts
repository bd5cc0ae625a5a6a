export { LineDispute } from './line-dispute.tsx';
