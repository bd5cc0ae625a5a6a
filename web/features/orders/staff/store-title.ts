type Titled = { title: string; variant_title: string | null };

/** An item as its store calls it. */
export const storeTitle = ({ title, variant_title }: Titled): string =>
  [title, variant_title].filter(Boolean).join(' · ');

const words = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** Whether two titles differ by nothing but signs and case: "Running Tee, White L" and "Running Tee · White / L". */
export const sameWords = (one: string, other: string): boolean => words(one) === words(other);
