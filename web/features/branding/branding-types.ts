import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type SiteRow = AnswerOf<Contract['branding']['list']>[number];
export type Site = AnswerOf<Contract['branding']['get']>;
export type SiteChange = AnswerOf<Contract['branding']['changes']>[number];
