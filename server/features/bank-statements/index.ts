export { countToMatch } from './bank-statements.db.ts';
