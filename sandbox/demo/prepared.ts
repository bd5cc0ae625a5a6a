/** Picks what is prepared: each statement that comes a second time, since the fill repeats a few hundred of them many thousand times. */
export function repeated(): (text: string) => boolean {
  const seen = new Set<string>();
  return (text) => {
    if (seen.has(text)) return true;
    if (text.includes('$1')) seen.add(text);
    return false;
  };
}
