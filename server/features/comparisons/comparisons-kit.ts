import type { Job } from '#contract/jobs.ts';
import type { OrderCensus, OrderFacts, ShopSession } from '#server/connectors/connector.ts';
import type { Ctx, Entry } from '#server/db/context.ts';
import type { ComparisonKeys } from './comparison-signing.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';

type JobRef = { account_id: string; id: string };

/** A store whose shop can be listed. */
export type ComparableStore = {
  account_id: string;
  id: string;
  domain: string;
  name: string;
  status: string;
  zone: string;
  connected_at: Date | null;
  /** Orders placed before are not here, or the shop shows them no more. */
  reaches_from: Date;
};

/** Acts of other features that comparisons call. */
export type ComparisonsNeeds = {
  findStore(ctx: Ctx, accountId: string, id: string): Promise<ComparableStore | undefined>;
  census: OrderCensus;
  sessionOf(store: ComparableStore): ShopSession;
  /** Whether the store's own rules bring such an order here. */
  isWanted(store: ComparableStore, order: OrderFacts): boolean;
  /** Brings one order to what the shop says now, by the way of every import. */
  refetch(entry: Entry, store: ComparableStore, externalId: string): Promise<void>;
  createJob(ctx: Ctx, job: { account_id: string; kind: string; subject_id: string }): Promise<Job>;
  startJob(ctx: Ctx, job: JobRef, total: number): Promise<void>;
  progressJob(ctx: Ctx, job: JobRef, progress: number, total: number): Promise<void>;
  finishJob(ctx: Ctx, job: JobRef, result: unknown): Promise<void>;
  failJob(ctx: Ctx, job: JobRef, error: Phrase): Promise<void>;
  latestJobs(ctx: Ctx, accountId: string, kind: string, subjectIds: readonly string[]): Promise<Map<string, Job>>;
};

export type ComparisonsKit = { needs: ComparisonsNeeds; keys: ComparisonKeys };

export const comparisonKind = 'store_comparison';

/** A number from a store's id, the same every day. */
export const shareOf = (storeId: string, shares: number): number => Number.parseInt(storeId.slice(-6), 16) % shares;

/** Two comparisons at a time over all stores: the other workers stay free for what people wait for. */
export const comparisonQueue = (storeId: string): string => `comparisons:${shareOf(storeId, 2)}`;
