export const mappingFiles = {
  too_many_files:
    'Your account already has {{most}} mapping files in progress. Wait until one is done, then start this one.',
  no_access: 'The user who started this import no longer has access. Ask another user to import the file again.',
  empty: 'The file is empty below row {{row}}. Fill in the template and save it before you upload it.',
  too_many_rows: 'The file has more than {{most}} rows. Split it and import the parts.',
  no_sku_column: 'The file has no column “Catalog SKU”. Start from the template or add the column.',
  no_variant_column: 'The file has neither a column “Variant ID” nor “Store SKU”. Start from the template.',
  broken: 'Something went wrong on our end, and the file wasn’t finished. You can safely start it again.',
} as const;
