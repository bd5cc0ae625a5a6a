export const parsing = {
  busy: 'Too many files are being read right now. Try again in a minute.',
  file_stopped: 'Reading this file exceeded {{limit}} and was stopped. Split the file and try again.',
  picture_stopped: 'Reading this image exceeded {{limit}} and was stopped. Save it as a smaller JPEG and try again.',
  request_stopped: 'Reading this request exceeded {{limit}} and was stopped. Send less at once.',
  seconds_of_computing: '{{seconds}} seconds of computing',
  seconds: '{{seconds}} seconds',
  memory: '{{megabytes}} MB of memory',
  column_beyond:
    'Row {{row}} has a cell in column {{column}}, but a file can have up to {{most}} columns. Delete the other columns and save the file again.',
  too_many_lines: 'The file has more than {{most}} lines. Delete the empty ones and save it again.',
  too_many_cells: 'The file has more than {{most}} cells. Delete the columns you don’t need, or split the file.',
  too_many_rows: 'The file has more than {{most}} rows. Split it and import the parts.',
  cell_too_long:
    'The cell in row {{row}}, column {{column}} has more than {{most}} characters. Shorten it and save the file again.',
  too_much_text: 'The file has more than {{most}} characters of text. Split it and import the parts.',
  csv_row_too_long: 'A row is longer than 1 MB, so a quotation mark may be missing. Correct the file and try again.',
  csv_row_too_long_near:
    'A row near line {{line}} is longer than 1 MB, so a quotation mark may be missing. Correct the file and try again.',
  csv_quotes: 'The file can’t be read because a quotation mark is missing or misplaced. Correct it and try again.',
  csv_quotes_near:
    'The file can’t be read near line {{line}} because a quotation mark is missing or misplaced. Correct it and try again.',
  not_xlsx: 'This isn’t an XLSX file. Save it again as “Excel workbook (.xlsx)” or CSV.',
  xlsx_unreadable: 'This spreadsheet can’t be read. Save it again as “Excel workbook (.xlsx)” or CSV.',
  xlsx_too_large: 'The spreadsheet is larger than {{megabytes}} MB when unpacked. Split it, or save it as CSV.',
  xlsx_ratio: 'The spreadsheet is more than {{times}} times as large when unpacked. Save it as CSV and try again.',
  picture_unreadable: 'This image can’t be read. Save it again as JPEG, PNG, or WebP and try again.',
  picture_too_large:
    'This image has {{megapixels}} megapixels, and the limit is {{most}}. Make it smaller and try again.',
  picture_too_small:
    'This image is only {{width}} × {{height}} pixels. Use one of at least {{least}} pixels on its longer side.',
  rates_unreadable: 'This list of exchange rates can’t be read. Try again later, or enter a rate manually.',
  file_crashed: 'This file can’t be read. Save it again as CSV or XLSX and try again.',
  request_crashed: 'This request can’t be read. Check it and send it again.',
  pdf_stopped: 'Creating this PDF exceeded {{limit}} and was stopped. Choose fewer documents.',
  pdf_crashed: 'We couldn’t create this PDF. Try again later.',
} as const;
