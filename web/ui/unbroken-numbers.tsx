const hyphenated = /(?:\d{4}-)?\d{2}-\d{2}(?!\d)|\b[A-Z]{1,4}-\d+/g;

/** A sentence whose dates and numbers stay on one line: browsers end lines at the hyphens of `11-25` and `INV-1264`. */
export function UnbrokenNumbers({ text }: { text: string }) {
  const found = [...text.matchAll(hyphenated)];
  const ends = found.map((number) => number.index + number[0].length);
  return (
    <>
      {found.map((number, n) => (
        <span key={number.index}>
          {text.slice(ends[n - 1] ?? 0, number.index)}
          <span style={{ whiteSpace: 'nowrap' }}>{number[0]}</span>
        </span>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </>
  );
}
