import { specText } from '#web/lib/spec-text.ts';
import { ApiError } from './api-error.ts';
import { toast } from './toasts.ts';

/** Statuses whose own sentence is shown for 3 s (P22). */
const spoken = [400, 403, 404, 409, 413, 415, 429, 507];

function showBodyFailure(error: ApiError): void {
  if (error.status === 401) toast.error(specText('error401'));
  else if (error.status === 503) toast.error(specText('error503'));
  else if (error.status === 500)
    console.error('The answer says 500', error); // logged only, spec §8
  else toast.error(specText('networkAnomaly'));
}

function showHttpFailure(error: ApiError): void {
  if (error.status === 500) toast.error(specText('error500'));
  else if (error.status === 503) toast.error(specText('error503'));
  else if (error.status === 401) {
    if (error.message !== '' && !error.endsSession) toast.error(error.message);
  } else if (error.status === 422) {
    if (error.message !== '') toast.refusal(error.message);
  } else if (spoken.includes(error.status) && error.message !== '') toast.error(error.message);
  else toast.error(specText('networkAnomaly'));
}

/** Shows a failed call exactly as spec §8 and P22 say. Foreign errors are thrown on. */
export function showFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  if (error.kind === 'cancelled') return;
  if (error.kind === 'network') toast.error(specText('networkAnomaly'));
  else if (error.kind === 'body') showBodyFailure(error);
  else showHttpFailure(error);
}

/** The outer face of the request layer: the data, or `false` after the right toast (spec §8, P23). */
export async function call<T>(work: Promise<T> | (() => Promise<T>)): Promise<T | false> {
  try {
    return await (typeof work === 'function' ? work() : work);
  } catch (error) {
    showFailure(error);
    return false;
  }
}
