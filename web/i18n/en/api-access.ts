export const apiAccess = {
  title: 'API document',
  state: '{{count}} calls',
  search: 'Path or word',
  none: 'No call fits this search.',
  intro:
    'Calls go to {{origin}} with JSON bodies and the token in the Authorization header: Bearer and the token. Answers are {"status": 200, "data": …}; lists add "meta". A refusal carries "message", a sentence that says what to do, and "code".',
  download: 'Download as OpenAPI',
  who: {
    public: 'Open to all',
    user: 'Anybody logged in',
    merchant: 'Merchants: {{right}}',
    staff: 'Staff: {{right}}',
  },
  parameters: 'Parameters',
  body: 'Body',
  field: 'Field',
  type: 'Type',
  required: 'required',
  optional: 'optional',
  idempotent: 'Needs the header Idempotency-Key: the same key never acts twice.',
  noParameters: 'Takes nothing.',
} as const;
