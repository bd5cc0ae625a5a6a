// What other features may call.
export {
  createJob,
  failJob,
  finishJob,
  getJob,
  jobInput,
  latestJobs,
  noteJob,
  progressJob,
  startJob,
} from './jobs.service.ts';
export { forgetSearches as forgetSearchesInJobs } from './jobs.db.ts';
