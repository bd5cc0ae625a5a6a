import { expect, test } from 'vitest';
import { escapeHtml, html, page, trustedHtml } from './layout.ts';

test('values are escaped, nested pieces and lists are not escaped twice', () => {
  const rows = ['<a>', 'b"c'].map((text) => html`<li title="${text}">${text}</li>`);
  expect(html`<ul>${rows}${false}${null}${3}</ul>`.html).toBe(
    '<ul><li title="&lt;a&gt;">&lt;a&gt;</li><li title="b&quot;c">b&quot;c</li>3</ul>',
  );
  expect(escapeHtml("it's & <so>")).toBe('it&#39;s &amp; &lt;so&gt;');
});

test('a page escapes its title and keeps its body', () => {
  const text = page({ title: '<script>', body: trustedHtml('<p>kept</p>'), links: [{ href: '/mail', text: 'Mail' }] });
  expect(text).toContain('<title>&lt;script&gt;</title>');
  expect(text).toContain('<p>kept</p>');
  expect(text).toContain('<a href="/mail">Mail</a>');
});
