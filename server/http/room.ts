import type { Actor } from '../db/context.ts';
import { AppError, appError } from '../lib/app-error.ts';
import { shortageSentence } from '../lib/disk-space.ts';
import type { Phrase } from '../lib/refusal-texts.ts';
import type { Host } from './host.ts';

/** Throws while the disk is almost full. Shops and payment providers deliver again after a 503. */
export function requireRoom({ disk }: Host, actor: Actor): void {
  const shortage = disk?.shortage();
  if (!shortage) return;
  if (actor.kind === 'staff') throw appError('disk_full', shortageSentence(shortage));
  const sentence: Phrase = { text: 'general.saving_paused' };
  throw actor.kind === 'merchant'
    ? appError('disk_full', sentence)
    : new AppError('unavailable', sentence, { retryAfter: 60 });
}
