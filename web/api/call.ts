import { specText } from '#web/lib/spec-text.ts';
import { ApiError } from './api-error.ts';
import { type CloseToast, toast } from './toasts.ts';

/** Statuses whose own sentence is shown for 3 s (P22). */
const spoken = [400, 403, 404, 409, 413, 415, 429, 507];

function showBodyFailure(error: ApiError): CloseToast | undefined {
  if (error.status === 401) return toast.error(specText('error401'));
  if (error.status === 503) return toast.error(specText('error503'));
  if (error.status !== 500) return toast.error(specText('networkAnomaly'));
  console.error('The answer says 500', error); // logged only, spec §8
  return undefined;
}

function showHttpFailure({ status, message, endsSession }: ApiError): CloseToast | undefined {
  if (status === 500) return toast.error(specText('error500'));
  if (status === 503) return toast.error(specText('error503'));
  if (status === 401) return message === '' || endsSession ? undefined : toast.error(message);
  if (status === 422) return message === '' ? undefined : toast.refusal(message);
  return toast.error(spoken.includes(status) && message !== '' ? message : specText('networkAnomaly'));
}

/** Shows a failed call exactly as spec §8 and P22 say; answers with what closes the toast. Foreign errors are thrown on. */
export function showFailure(error: unknown): CloseToast | undefined {
  if (!(error instanceof ApiError)) throw error;
  if (error.kind === 'cancelled') return undefined;
  if (error.kind === 'network') return toast.error(specText('networkAnomaly'));
  return error.kind === 'body' ? showBodyFailure(error) : showHttpFailure(error);
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
