type ErrorBody = {
  type: string;
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  payment_intent?: object;
};

/** An answer of the API that is not 2xx, in Stripe's form. Thrown it undoes the work; returned it is kept as the work's outcome. */
export class StripeApiError extends Error {
  override readonly name = 'StripeApiError';
  readonly status: number;
  readonly body: { error: ErrorBody };
  constructor(status: number, error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

export function invalidRequest(
  message: string,
  more: { param?: string; code?: string; status?: number } = {},
): StripeApiError {
  const { status = 400, ...rest } = more;
  return new StripeApiError(status, { type: 'invalid_request_error', ...rest, message });
}

export function missingParam(param: string): StripeApiError {
  return invalidRequest(`Missing required param: ${param}.`, { param, code: 'parameter_missing' });
}

export function noSuch(object: string, id: string, param: string): StripeApiError {
  return invalidRequest(`No such ${object}: '${id}'`, { status: 404, code: 'resource_missing', param });
}

export function idempotencyError(status: 400 | 409, message: string): StripeApiError {
  return new StripeApiError(status, {
    type: 'idempotency_error',
    ...(status === 409 ? { code: 'idempotency_key_in_use' } : {}),
    message,
  });
}
