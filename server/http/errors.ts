import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, appError } from '../lib/app-error.ts';
import { type Language, languages, type PlainText } from '../lib/refusal-texts.ts';

/** Fastify's own refusals of a request, in our words (P22). */
function ofFastify(error: FastifyError): AppError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return appError('too_large', { text: 'general.body_too_large' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return appError('wrong_type', { text: 'general.body_wrong_type' });
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return appError('bad_request', { text: 'general.body_not_json' });
    default:
      // busboy says only in words that a form broke off or has no boundary
      if (/unexpected end of multipart data|^Multipart: /i.test(error.message))
        return appError('bad_request', { text: 'general.form_incomplete' });
      if (error.statusCode === 400) return appError('bad_request', { text: 'general.request_unreadable' });
      if (error.statusCode === 429)
        return new AppError('too_many', { text: 'general.too_many_calls' }, { retryAfter: 60 });
      return null;
  }
}

const databaseGone = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
]);

/** Text that is no UTF-8, or an escape in JSON that stands for no character; bodies are checked for it before (validate.ts). */
const unstorable = new Set(['22021', '22P05']);

/** PostgreSQL's class "insufficient resources": nothing was changed, and it passes when the operator makes room. */
const exhausted: Record<string, PlainText> = {
  '53100': 'general.database_disk_full',
  '53200': 'general.database_memory',
  '53300': 'general.database_connections',
  '53400': 'general.database_limit',
};

function ofDatabase(error: FastifyError): AppError | null {
  const ended =
    databaseGone.has(error.code) || /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
  if (ended) return new AppError('unavailable', { text: 'general.restarting' }, { retryAfter: 5 });
  const text = exhausted[error.code];
  if (text) return new AppError('unavailable', { text }, { retryAfter: 60 });
  if (unstorable.has(error.code)) return appError('bad_request', { text: 'general.text_not_storable' });
  // A statement that outlived its call (deadline.ts): the transaction was rolled back.
  if (error.code === '57014') return new AppError('unavailable', { text: 'general.too_slow' }, { retryAfter: 5 });
  if (error.code === '22003' || error.code === '22008')
    return appError('bad_request', { text: 'general.out_of_range' });
  return null;
}

/** The language of the caller's profile, else the first of ours that `Accept-Language` names, else English. */
function languageOf(request: FastifyRequest): Language {
  if (request.language) return request.language;
  const wanted = (request.headers['accept-language'] ?? '').toLowerCase().split(',');
  const known = wanted.map((entry) => languages.find((language) => entry.trim().startsWith(language)));
  return known.find((language) => language !== undefined) ?? 'en';
}

/** The answer to an address that no route can be looked up for: nothing is there. */
export function refuseAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = appError('not_found', { text: 'general.address_unknown' });
  void reply.status(refusal.status).send(refusal.body(request.id, languageOf(request)));
}

/** Every refusal leaves as our body, in the reader's language; nothing of a stack or a statement ever does. */
export function setErrorAnswers(fastify: FastifyInstance): void {
  fastify.decorateRequest('language', null);
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = error instanceof AppError ? error : (ofFastify(error) ?? ofDatabase(error));
    if (!refusal || exhausted[error.code]) request.log.error({ err: error }, 'call failed');
    const answer = refusal ?? appError('internal', { text: 'general.internal', params: { request: request.id } });
    if (answer.retryAfter) reply.header('retry-after', String(answer.retryAfter));
    return reply.status(answer.status).send(answer.body(request.id, languageOf(request)));
  });
}
