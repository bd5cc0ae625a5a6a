import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import type { UseFormReturnType } from '@mantine/form';
import type { StoreSettings } from '#contract/store-rules.ts';

export type Comparison = AnswerOf<Contract['comparisons']['get']>;

export type Store = AnswerOf<Contract['stores']['get']>;

export type SettingsForm = UseFormReturnType<StoreSettings>;
