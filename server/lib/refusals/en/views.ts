export const views = {
  name_taken: 'You already have a view with this name. Choose another name or change that view.',
  too_many: 'You can keep up to {{most}} views of a list. Delete one first.',
  not_yours: 'This view belongs to a colleague. Save your own instead.',
  changed: 'Someone else changed this view. Reload it and try again.',
} as const;
