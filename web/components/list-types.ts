import type { z } from 'zod';
import type { bulkSchema } from '#contract/bulk.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '../api/client.ts';

export type View = AnswerOf<Contract['views']['create']>;
export type Exported = AnswerOf<Contract['exports']['list']>[number];
export type BulkRequest = z.input<typeof bulkSchema>;

export type OrderParcels = AnswerOf<Contract['parcels']['ofOrder']>;
export type FollowedParcel = OrderParcels['parcels'][number];
export type ParcelWatch = OrderParcels['watches'][number];
