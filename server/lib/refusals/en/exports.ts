export const exports = {
  no_access: 'The user who started this export no longer has access. Ask another user to export it again.',
  no_journal: 'Only wallet transactions can be exported as a journal. Choose Excel or CSV.',
  sheet_too_long: 'An Excel sheet ends at row 1,048,576. Narrow your filters or choose CSV.',
  file_too_long: 'The file would have more than {{most}} rows. Narrow the list with its search or filters.',
} as const;
