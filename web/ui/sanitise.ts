import createPurifier, { type Config } from 'dompurify';

/** What formatted text may consist of: nothing that acts, loads or styles; of the rest its words stay (P34). */
const allowed: Config = {
  ALLOWED_TAGS:
    'a b blockquote br caption code div em h1 h2 h3 h4 h5 h6 hr i li ol p pre s small span strong sub sup table tbody td th thead tr u ul'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'title', 'colspan', 'rowspan', 'lang', 'dir'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/))/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

function harden(node: Element): void {
  if (node.tagName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
}

function replaceText(root: Node, replace: (text: string) => string): void {
  for (const child of root.childNodes) {
    if (child.nodeType === 3 /* text */) child.nodeValue = replace(child.nodeValue ?? '');
    else replaceText(child, replace);
  }
}

/** Foreign HTML as harmless nodes: allow-listed tags, links in a new tab; `replace` sees the text between tags only. */
export function sanitise(html: string, replace: (text: string) => string): DocumentFragment {
  const purifier = createPurifier(window);
  purifier.addHook('afterSanitizeAttributes', harden);
  const fragment = purifier.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
  replaceText(fragment, replace);
  return fragment;
}
