/** An element with its attributes and what is in it: further elements, or text. */
export type Node = { name: string; attributes: readonly Attribute[]; inner: readonly (Node | string)[] };
export type Attribute = { attribute: string; value: string };

export const attribute = (name: string, value: string): Attribute => ({ attribute: name, value });

export function element(name: string, parts: readonly (Node | Attribute | string)[]): Node {
  const isAttribute = (part: Node | Attribute | string): part is Attribute =>
    typeof part === 'object' && 'attribute' in part;
  return {
    name,
    attributes: parts.filter(isAttribute),
    inner: parts.filter((part): part is Node | string => !isAttribute(part)),
  };
}

/** What XML 1.0 cannot hold in any form: controls, halves of pairs, and two code points that mean nothing. */
const outsideXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text on one line, as it stands between tags or in quotes. */
const escaped = (text: string) =>
  text
    .replace(outsideXml, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[&<>"]/g, (sign) => named[sign] ?? sign);

/** A document, an element to a line, indented by two spaces: the same text for the same content. */
export const xmlOf = (root: Node): string => `<?xml version="1.0" encoding="UTF-8"?>\n${writtenNode(root, '')}`;

function writtenNode({ name, attributes, inner }: Node, indent: string): string {
  const head = [name, ...attributes.map(({ attribute: key, value }) => `${key}="${escaped(value)}"`)].join(' ');
  if (inner.every((part) => typeof part === 'string'))
    return `${indent}<${head}>${inner.map(escaped).join('')}</${name}>\n`;
  const children = inner.map((part) => (typeof part === 'string' ? escaped(part) : writtenNode(part, `${indent}  `)));
  return `${indent}<${head}>\n${children.join('')}${indent}</${name}>\n`;
}
