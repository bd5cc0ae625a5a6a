import { useTranslation } from 'react-i18next';
import classes from '../quotes.module.css';
import type { Problem } from './workbench-draft.ts';

/** What is to be mended in the marked fields of a table, each sentence once. */
export function LineProblems({ id, sentences }: { id: string; sentences: readonly Problem[] }) {
  const { t } = useTranslation('quotes-workbench');
  if (sentences.length === 0) return null;
  return (
    <p id={id} className={classes.problem}>
      {sentences.map((problem) => t(problem)).join(' ')}
    </p>
  );
}
