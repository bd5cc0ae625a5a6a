import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../lib/config.ts';
import type { DiskSpace } from '../lib/disk-space.ts';
import type { Actor, Ground } from '../db/context.ts';
import type { Language } from '../lib/refusal-texts.ts';

/** What mounting needs: the web server, the database, and how a request's actor is told. */
export type Host = {
  fastify: FastifyInstance;
  ground: Ground;
  config: Config;
  /** Absent: never full. */
  disk?: DiskSpace | undefined;
  /** Why the embedded database is away, in a sentence; null while it runs and where it is not ours. */
  databaseProblem?: (() => string | null) | undefined;
};

/** The HTTP side of a call, for the few handlers that need it. */
export type Call = { request: FastifyRequest; reply: FastifyReply };

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
    /** The actor's access for reads of merchants' records by staff, to be logged with the action. */
    reader: { staff_user_id: string } | null;
    rawBody: Buffer | null;
    /** The language of the caller's profile; null while nobody is known. */
    language: Language | null;
  }
}
