export const bulk = {
  no_access: 'The user who started this no longer has access. Ask another user to start it again.',
  too_many: 'You can change up to 25,000 rows at once. Narrow your filters first.',
  no_action: 'This list doesn’t have this action. Reload the page and choose again.',
  not_finished: 'This bulk action is still running. Try again when it’s done.',
  preview_first: 'The selection doesn’t match a finished preview of this action. Preview the action, then run it.',
  broken: 'Something went wrong on our end, and this one wasn’t changed. Try it again.',
  gone: 'This is no longer in your account.',
} as const;
