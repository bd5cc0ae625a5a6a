import { useState } from 'react';
import type { ApiError } from '../api/api-error.ts';

/** Why the server did not take a file: it stands at the file until another one is chosen, other refusals are toasts. */
export function useFileProblem() {
  const [text, setText] = useState<string>();
  const onRefusal = ({ status, message }: ApiError) => {
    if (status !== 422 || message === '') return false;
    setText(message);
    return true;
  };
  return { text, clear: () => setText(undefined), shown: { onRefusal } };
}
