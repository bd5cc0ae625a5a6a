/**
 * Every refusal the API can answer with, and its HTTP status (P22): 422 for a refused business action,
 * 4xx for malformed, foreign or excessive calls. Codes are stable for API users; messages are written where thrown.
 */
export const errorStatus = {
  // malformed, foreign, excessive
  bad_request: 400,
  not_logged_in: 401,
  forbidden: 403,
  choose_client: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  wrong_type: 415,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  disk_full: 507,
  // refused business actions
  invalid_input: 422,
  wrong_login: 422,
  locked_out: 422,
  email_taken: 422,
  username_taken: 422,
  link_expired: 422,
  staff_login_closed: 422,
  access_ended: 422,
  email_unverified: 422,
  stale_version: 422,
  idempotency_mismatch: 422,
  page_too_deep: 422,
  too_many_links: 422,
  domain_invalid: 422,
  store_elsewhere: 422,
  authorization_failed: 422,
  store_not_connected: 422,
  sync_running: 422,
  store_app_missing: 422,
  shop_user_unknown: 422,
  install_expired: 422,
  mapping_invalid: 422,
  suggestion_gone: 422,
  publishing_refused: 422,
  word_taken: 422,
  quote_not_open: 422,
  quote_open_already: 422,
  quote_incomplete: 422,
  order_not_payable: 422,
  preview_expired: 422,
  order_not_shippable: 422,
  order_action_refused: 422,
  order_not_markable: 422,
  order_not_editable: 422,
  order_number_taken: 422,
  order_not_placeable: 422,
  address_invalid: 422,
  stock_short: 422,
  stock_action_invalid: 422,
  stock_order_not_open: 422,
  stock_order_invalid: 422,
  order_not_confirmable: 422,
  claim_refused: 422,
  credit_too_much: 422,
  price_changed: 422,
  price_change_invalid: 422,
  price_change_closed: 422,
  insufficient_balance: 422,
  payment_unavailable: 422,
  recharge_not_open: 422,
  withdrawal_not_open: 422,
  duplicate_reference: 422,
  file_invalid: 422,
  picture_unreachable: 422,
  search_limit: 422,
  import_invalid: 422,
  job_limit: 422,
  not_allowed_while_acting: 422,
  name_taken: 422,
  bulk_invalid: 422,
  export_too_long: 422,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Body of every refusal: a sentence with what to do, a stable code, and sentences per field. */
export type ErrorBody = {
  status: number;
  code: ErrorCode;
  message: string;
  errors?: Record<string, string[]>;
  request_id?: string;
};
