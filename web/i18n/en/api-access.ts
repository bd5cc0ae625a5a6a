export const apiAccess = {
  title: 'API document',
  state: '{{count}} endpoints',
  search: 'Path or keyword',
  none: 'No endpoints match this search.',
  intro:
    'Send requests to {{origin}} with JSON bodies and the header Authorization: Bearer <token>. Responses are {"status": 200, "data": …}; lists add "meta". Errors include "message", which says what to do, and "code".',
  download: 'Download OpenAPI file',
  who: {
    public: 'Public',
    user: 'Any logged-in user',
    merchant: 'Merchants: {{right}}',
    staff: 'Staff: {{right}}',
  },
  parameters: 'Parameters',
  body: 'Body',
  field: 'Field',
  type: 'Type',
  required: 'required',
  optional: 'optional',
  idempotent: 'Requires the Idempotency-Key header. The same key never runs twice.',
  noParameters: 'No parameters',
} as const;
