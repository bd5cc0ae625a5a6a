type Payment = { candidates: readonly { needs_second: boolean }[] };

/** Whether this amount is only approved at first: a colleague credits it. */
const isFirstApproval = ({ candidates }: Payment) => candidates.some((candidate) => candidate.needs_second);

/** What confirming exact matches does with them, and the texts that name all of them: credited, approved first, or some of each. */
export function exactParts<Row extends Payment>(rows: readonly Row[]) {
  const first = rows.filter(isFirstApproval);
  const credited = rows.filter((row) => !isFirstApproval(row));
  return { credited, first, ...textsOf(credited.length, first.length) };
}

function textsOf(credited: number, first: number) {
  if (first === 0) return { button: 'confirm', title: 'title' } as const;
  if (credited === 0) return { button: 'approve', title: 'approveTitle' } as const;
  return { button: 'both', title: 'bothTitle' } as const;
}
