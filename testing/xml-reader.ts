/** An element of a document that was read: its name, attributes, elements and text. */
export type Xml = { name: string; attributes: Record<string, string>; children: Xml[]; text: string };

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plain(text: string): string {
  if (/[<>]/.test(text)) throw new Error(`a bare bracket in ${text}`);
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const sign = entities[name];
    if (sign === undefined || !whole.endsWith(';')) throw new Error(`no entity: ${whole}`);
    return sign;
  });
}

/** The element that a tag opens. */
function opened(tag: string): Xml {
  const [, name = '', rest = ''] = /^([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"]*")*)$/.exec(tag) ?? [];
  if (name === '') throw new Error(`no tag: <${tag}>`);
  const attributes: Record<string, string> = {};
  for (const [, key = '', value = ''] of rest.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    if (key in attributes) throw new Error(`${key} twice`);
    attributes[key] = plain(value);
  }
  return { name, attributes, children: [], text: '' };
}

/** Reads XML without comments, CDATA and DTDs, which are refused; throws where it is not well-formed. Knows nothing of what wrote it. */
export function readXml(document: string): Xml {
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  if (!document.startsWith(head)) throw new Error('no declaration');
  // eslint-disable-next-line no-control-regex -- what XML 1.0 forbids
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(document)) throw new Error('a forbidden character');
  const top: Xml = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  for (const [, before = '', tag = ''] of document.slice(head.length).matchAll(/([^<]*)(?:<([^>]*)>|$)/g)) {
    const last = open.at(-1);
    if (!last) throw new Error('text behind the end');
    last.text += plain(before.trim());
    if (tag === '') continue;
    if (tag.startsWith('/')) {
      if (open.pop()?.name !== tag.slice(1)) throw new Error(`</${tag.slice(1)}> closes another`);
      continue;
    }
    const element = opened(tag);
    last.children.push(element);
    open.push(element);
  }
  const [root] = top.children;
  if (open.length !== 1 || !root || top.children.length !== 1 || top.text !== '')
    throw new Error('not one whole element');
  return root;
}

/** Elements at a path of names without prefixes, such as `TaxTotal/TaxSubtotal`. */
export function xmlAt(element: Xml, path: string): Xml[] {
  let found = [element];
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name.replace(/^.*:/, '') === name));
  return found;
}

/** The text at a path; undefined where there is no such element. */
export const xmlText = (element: Xml, path: string): string | undefined => xmlAt(element, path)[0]?.text;
