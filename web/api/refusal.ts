import { ApiError } from './api-error.ts';
import { showFailure } from './call.ts';
import type { CloseToast } from './toasts.ts';

/** A form that can show a sentence beside a field. */
export type RefusedForm = {
  setFieldError: (path: string, sentence: string) => void;
  /** Values by field; tells which fields the form has. Without it, it has all of them. */
  getValues?: () => object;
};

export type FormErrors = {
  /** Shows refusals of fields beside them. */
  form?: RefusedForm;
  /** The form's field by the server's, where they differ. */
  fields?: Readonly<Record<string, string>>;
  /** Says it in a toast as well, for forms whose fields may be out of sight. */
  andToast?: boolean;
};

/** Shows a failed call: sentences of fields that the form has beside them, everything else as a toast, which the answer closes. */
export function showRefusal(
  error: unknown,
  { form, fields = {}, andToast = false }: FormErrors,
): CloseToast | undefined {
  const sentences = error instanceof ApiError ? Object.entries(error.errors) : [];
  const values = form?.getValues?.();
  const has = (path: string) => values === undefined || (path.split('.')[0] ?? path) in values;
  const placed = sentences.map(([field, [sentence = '']]) => ({ path: fields[field] ?? field, sentence }));
  const shown = placed.filter(({ path }) => form !== undefined && has(path));
  for (const { path, sentence } of shown) form?.setFieldError(path, sentence);
  return andToast || shown.length === 0 || shown.length < placed.length ? showFailure(error) : undefined;
}

/** Toasts of refusals, which give way once the same is sent and taken: the form, or else the call for the same record. */
export function openRefusals() {
  const open = new Map<string, CloseToast>();
  const nameOf = (input: unknown, { form }: FormErrors): string | undefined => {
    if (form !== undefined) return 'form';
    const params = typeof input === 'object' && input !== null && 'params' in input ? input.params : undefined;
    return params === undefined ? undefined : JSON.stringify(params);
  };
  return {
    show: (error: unknown, input: unknown, options: FormErrors): void => {
      const close = showRefusal(error, options);
      const name = nameOf(input, options);
      if (name !== undefined && close !== undefined) open.set(name, close);
    },
    taken: (input: unknown, options: FormErrors): void => {
      const name = nameOf(input, options) ?? '';
      open.get(name)?.();
      open.delete(name);
    },
  };
}
