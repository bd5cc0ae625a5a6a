const number = /(?:\d{4}-)?\d{2}-\d{2}(?!\d)|\b[A-Z]{1,4}-\d+/;
const address = /[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/;
const whole = new RegExp(`${address.source}|${number.source}`, 'g');

/** An address that a line is too short for is broken there alone. */
const styles = {
  number: { whiteSpace: 'nowrap' },
  address: { display: 'inline-block', maxWidth: '100%', verticalAlign: 'top', overflowWrap: 'anywhere' },
} as const;

/**
 * A sentence whose dates, numbers and mail addresses stay on one line: browsers end lines at the hyphens of `11-25`,
 * `INV-1264` and `jane@north-star.test`.
 */
export function UnbrokenNumbers({ text }: { text: string }) {
  const found = [...text.matchAll(whole)];
  const ends = found.map((one) => one.index + one[0].length);
  return (
    <>
      {found.map((one, n) => (
        <span key={one.index}>
          {text.slice(ends[n - 1] ?? 0, one.index)}
          <span style={one[0].includes('@') ? styles.address : styles.number}>{one[0]}</span>
        </span>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </>
  );
}
