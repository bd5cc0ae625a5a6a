import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts';

/** A refusal that the caller sees: a full sentence with what to do, a stable code, sentences per field. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string[]> | undefined;
  /** Seconds after which the call may be repeated, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { fields?: Record<string, string[]>; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.status = errorStatus[code];
    this.fields = extra.fields;
    this.retryAfter = extra.retryAfter;
  }

  body(requestId: string): ErrorBody {
    return {
      status: this.status,
      code: this.code,
      message: this.message,
      request_id: requestId,
      ...(this.fields && { errors: this.fields }),
    };
  }
}

/** Makes the refusal `code`; `field` puts the sentence under that form field as well. */
export function appError(code: ErrorCode, message: string, field?: string): AppError {
  return new AppError(code, message, field ? { fields: { [field]: [message] } } : {});
}
