import type { FastifyError, FastifyInstance } from 'fastify';
import { AppError, appError } from '../lib/app-error.ts';

/** Fastify's own refusals of a request, in our words (decision 22). */
function ofFastify(error: FastifyError): AppError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return appError('too_large', 'This is larger than the server accepts. Send less at once.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return appError('wrong_type', 'Send JSON with the header Content-Type: application/json.');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return appError('bad_request', 'The body is not valid JSON.');
    default:
      if (error.statusCode === 400)
        return appError('bad_request', 'The request cannot be read. Check its address and body.');
      if (error.statusCode === 429)
        return new AppError('too_many', 'Too many calls. Wait a moment and try again.', { retryAfter: 60 });
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

function ofDatabase(error: FastifyError): AppError | null {
  const ended =
    databaseGone.has(error.code) || /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
  if (ended) return new AppError('unavailable', 'The service is restarting. Try again in a moment.', { retryAfter: 5 });
  if (error.code === '22P05' || error.code === '22021') {
    return appError('bad_request', 'The text holds characters that cannot be stored.');
  }
  if (error.code === '22003' || error.code === '22008') {
    return appError('bad_request', 'A number or date is out of range. Check what you entered.');
  }
  return null;
}

/** Every refusal leaves as our body; nothing of a stack or a statement ever does. */
export function setErrorAnswers(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = error instanceof AppError ? error : (ofFastify(error) ?? ofDatabase(error));
    if (!refusal) request.log.error({ err: error }, 'call failed');
    const answer = refusal ?? appError('internal', `Something went wrong on our side. Quote ${request.id} to support.`);
    if (answer.retryAfter) reply.header('retry-after', String(answer.retryAfter));
    return reply.status(answer.status).send(answer.body(request.id));
  });
}
