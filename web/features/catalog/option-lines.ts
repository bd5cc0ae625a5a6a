/** `Colour: Red, Black` per line as the options of each SKU: every combination once; no line means one SKU without options. */
export function readOptions(text: string): Record<string, string>[] {
  const lines = text.split('\n').flatMap((line) => {
    const [name = '', values = ''] = line.split(/[:：](.*)/s);
    const list = [...new Set(values.split(/[,，]/).map((value) => value.trim()))].filter((value) => value !== '');
    return name.trim() === '' || list.length === 0 ? [] : [{ name: name.trim(), values: list }];
  });
  return lines.reduce<Record<string, string>[]>(
    (made, { name, values }) => made.flatMap((sku) => values.map((value) => ({ ...sku, [name]: value }))),
    [{}],
  );
}
