import { amountOf, type FormulaDraft, formulaFields, formulaOf, newFormula } from '#web/components/freight-draft.ts';
import { minorToDecimal } from '#web/lib/format.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import type { RateVersion } from './shipping-types.ts';

type RateBody = InputOf<Contract['shipping']['setRate']>['body'];

export type GoodsKind = 'battery' | 'liquid' | 'magnet';

/** A rate as it is typed. */
export type RateDraft = FormulaDraft & {
  channel_id: string;
  destination: string;
  /** `YYYY-MM-DDTHH:mm` here; empty: from now on. */
  from: string;
  offered: boolean;
  divisor: string;
  weigh_step: string;
  days_p50: string;
  days_p90: string;
  tax_mode: 'DDP' | 'IOSS' | 'DDU';
  max_weight: string;
  refuses: GoodsKind[];
  /** One line per amount: `006, 007 = 4.50`. */
  remote: string;
};

const rateProblems = ['channel', 'destination', 'formula', 'days', 'weighing', 'remote', 'from'] as const;
export type RateProblem = (typeof rateProblems)[number];

/** A new rate, or the fields of one that is to be replaced. */
export function draftOf(rate: RateVersion | undefined, channelId: string): RateDraft {
  if (!rate) {
    return {
      ...newFormula,
      channel_id: channelId,
      destination: '',
      from: '',
      offered: true,
      divisor: '8000',
      weigh_step: '1',
      days_p50: '8',
      days_p90: '14',
      tax_mode: 'DDU',
      max_weight: '',
      refuses: [],
      remote: '',
    };
  }
  return {
    ...formulaFields(rate.formula, rate.currency),
    channel_id: rate.channel.id,
    destination: rate.destination,
    from: '',
    offered: rate.offered,
    divisor: rate.weighing.divisor === null ? '' : String(rate.weighing.divisor),
    weigh_step: String(rate.weighing.step_g),
    days_p50: String(rate.days_p50),
    days_p90: String(rate.days_p90),
    tax_mode: rate.tax_mode,
    max_weight: rate.max_weight_g === null ? '' : String(rate.max_weight_g),
    refuses: rate.refuses,
    remote: rate.remote
      .map(({ prefixes, amount }) => `${prefixes.join(', ')} = ${minorToDecimal(amount, rate.currency)}`)
      .join('\n'),
  };
}

const whole = (text: string) => (/^\s*\d{1,7}\s*$/.test(text) ? Number(text) : undefined);

function remoteOf(text: string, currency: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const rows = lines.flatMap((line) => {
    const [codes = '', amount = ''] = line.split('=');
    const prefixes = codes.split(/[\s,]+/).filter((code) => code !== '');
    const value = amountOf(amount, currency);
    return prefixes.length > 0 && value !== undefined ? [{ prefixes, amount: value }] : [];
  });
  return rows.length === lines.length ? rows : undefined;
}

function readDraft(draft: RateDraft, currency: string) {
  const optional = (text: string) => (text.trim() === '' ? null : whole(text));
  return {
    formula: formulaOf(draft, currency),
    days_p50: whole(draft.days_p50),
    days_p90: whole(draft.days_p90),
    divisor: optional(draft.divisor),
    step_g: whole(draft.weigh_step),
    max_weight_g: optional(draft.max_weight),
    remote: remoteOf(draft.remote, currency),
    from: draft.from === '' ? undefined : new Date(draft.from),
  };
}

function problemsOf(draft: RateDraft, read: ReturnType<typeof readDraft>, now: Date): RateProblem[] {
  const { days_p50, days_p90 } = read;
  const wrong: Record<RateProblem, boolean> = {
    channel: draft.channel_id === '',
    destination: draft.destination === '',
    formula: !read.formula,
    days: days_p50 === undefined || days_p90 === undefined || days_p90 < days_p50,
    weighing: read.divisor === undefined || !read.step_g || read.max_weight_g === undefined,
    remote: !read.remote,
    from: read.from !== undefined && !(read.from > now),
  };
  return rateProblems.filter((field) => wrong[field]);
}

/** The call's body, or which fields are wrong. `now` decides whether a start lies in the past. */
export function bodyOf(
  draft: RateDraft,
  currency: string,
  now: Date,
): { body: RateBody } | { problems: RateProblem[] } {
  const read = readDraft(draft, currency);
  const problems = problemsOf(draft, read, now);
  const { formula, remote, days_p50 = 0, days_p90 = 0, step_g = 1, divisor = null, max_weight_g = null, from } = read;
  if (problems.length > 0 || !formula || !remote) return { problems };
  const { channel_id, destination, offered, tax_mode, refuses } = draft;
  const typed = { channel_id, destination, offered, tax_mode, refuses, currency };
  const numbers = { formula, remote, divisor, step_g, days_p50, days_p90, max_weight_g };
  return { body: { ...typed, ...numbers, ...(from && { valid_from: from.toISOString() }) } };
}
