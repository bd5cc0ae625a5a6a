import { quoteCan } from '#contract/quote-rules.ts';
import type { StaffQuoteDetail } from '../quotes-types.ts';

type Asked = Pick<StaffQuoteDetail, 'target_price'> & {
  items: readonly { line: number }[];
  thread: readonly Pick<StaffQuoteDetail['thread'][number], 'targets'>[];
};

/** What the client wants to pay for each line: by the latest counter-offer, where there is none by the request. */
export function wishesOf({ thread, target_price: asked, items }: Asked): ReadonlyMap<number, number> {
  const countered = thread.findLast(({ targets }) => targets !== null)?.targets;
  if (countered) return new Map(countered.map(({ line, target_price }) => [line, target_price]));
  return new Map(asked === null ? [] : items.map(({ line }) => [line, asked]));
}

/** What the agent's question is called: it pauses the timer where that runs. Undefined where nobody is asked any more. */
export function askName({ status, paused_at }: Pick<StaffQuoteDetail, 'status' | 'paused_at'>) {
  if (!quoteCan.question(status)) return undefined;
  return paused_at === null ? 'quotes:thread.askClient' : 'quotes:thread.askPaused';
}
