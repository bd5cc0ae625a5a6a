import { AppError } from '../app-error.ts';
import { type Owner, parsing } from '../parsing/parsing-pool.ts';
import { ParsingRefusal } from '../parsing/parsing-refusal.ts';
import type { Paper, PdfDocument, WrittenPdf } from './pdf-document.ts';

/**
 * Writes documents as one PDF in a process of its own, so that calls go on meanwhile. To be called outside of any
 * transaction. `owner` is whose documents they are: nobody's hold up those of others. Throws `unavailable` when it cannot be
 * written now.
 */
export async function makePdf(
  documents: readonly PdfDocument[],
  { owner, paper = 'A4' }: { owner: Owner; paper?: Paper },
): Promise<WrittenPdf> {
  const bytes = Buffer.from(JSON.stringify(documents));
  return parsing.run('pdfs.write', bytes, { paper }, owner).catch((error: unknown) => {
    if (!(error instanceof ParsingRefusal)) throw error;
    throw new AppError('unavailable', error.sentence, { retryAfter: 30 });
  });
}
