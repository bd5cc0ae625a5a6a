import { ApiError } from '../api/api-error.ts';
import { showFailure } from '../api/call.ts';

type Form = { setFieldError: (path: string, error: string) => void };

/**
 * Runs a form's call: what the server says of fields stands beside them, everything else in a toast. Answers undefined
 * after a refusal. `fields` names the form's field where it is not the server's.
 */
export async function submitForm<T>(
  form: Form,
  work: Promise<T>,
  fields: Record<string, string> = {},
): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const refused = error instanceof ApiError ? Object.entries(error.errors) : [];
    for (const [field, [sentence = '']] of refused) form.setFieldError(fields[field] ?? field, sentence);
    if (refused.length === 0) showFailure(error);
    return undefined;
  }
}
