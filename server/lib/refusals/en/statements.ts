export const statements = {
  order: 'The period ends before it starts. Choose a later last day.',
  not_closed: 'This period isn’t over yet. Choose a last day that ended at least an hour ago.',
  too_long: 'A statement holds up to {{most}} transactions. Choose a shorter period.',
} as const;
