// What other features may call.
export { forgetSearches as forgetSearchesInViews } from './views.db.ts';
