/** Something changed on the server: a kind such as `orders` or `job`, and the id of what changed. */
export type ServerEvent = { kind: string; id: string };

function parse(block: string): ServerEvent | undefined {
  const data = block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n');
  if (data === '') return undefined; // a comment that keeps the connection open
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
    return { kind: String(value.kind), id: 'id' in value ? String(value.id) : '' };
  } catch {
    return undefined;
  }
}

/** Collects text pieces as they arrive and hands out whole events (the text/event-stream format). */
export function eventReader(onEvent: (event: ServerEvent) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    rest = (rest + piece).replaceAll('\r\n', '\n');
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const event = parse(rest.slice(0, end));
      rest = rest.slice(end + 2);
      if (event !== undefined) onEvent(event);
    }
  };
}
