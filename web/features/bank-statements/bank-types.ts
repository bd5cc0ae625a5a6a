import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type BankRow = AnswerOf<Contract['bankStatements']['list']>[number];
export type BankCandidate = BankRow['candidates'][number];
export type BankFile = AnswerOf<Contract['bankStatements']['upload']>;
export type BankImport = AnswerOf<Contract['bankStatements']['take']>;
