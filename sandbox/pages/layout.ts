/** A piece of HTML whose dynamic parts are already escaped. Only `html`, `join` and `trustedHtml` make one. */
export type Html = { readonly html: string };

type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for element content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if ('html' in value) return value.html;
  return value.map(render).join('');
}

/** Template tag: literal parts stay, every value is escaped unless it is itself `Html`; lists are joined, empty values vanish. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return { html: parts.reduce((text, part, index) => text + render(values[index - 1]) + part) };
}

/** Marks a string as HTML that needs no escaping (fixed markup, stylesheets). */
export function trustedHtml(text: string): Html {
  return { html: text };
}

const STYLE = `
:root { --accent: #0b63b0; --accent-strong: #084f8e; --ink: #1f2933; --muted: #5b6773; --line: #dfe3e8; --ground: #f4f6f8; --surface: #fff; --good: #1a6b3c; --bad: #b3261e; --warn: #8a5300; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans CJK SC", sans-serif; }
header.top { background: var(--surface); border-bottom: 1px solid var(--line); padding: 12px 24px; display: flex; gap: 16px; align-items: baseline; }
header.top strong { font-weight: 600; }
header.top nav { display: flex; gap: 12px; margin-left: auto; }
main { max-width: 960px; margin: 24px auto; padding: 0 24px; }
main.narrow { max-width: 460px; }
h1 { font-size: 20px; font-weight: 600; margin: 0 0 16px; } h2 { font-size: 16px; font-weight: 600; margin: 24px 0 8px; }
a { color: var(--accent); } a:hover { color: var(--accent-strong); }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 16px; margin: 0 0 16px; }
table { width: 100%; border-collapse: collapse; background: var(--surface); border: 1px solid var(--line); border-radius: 6px; }
th, td { text-align: left; padding: 8px 12px; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 500; color: var(--muted); font-size: 13px; } tr:last-child td { border-bottom: 0; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.muted { color: var(--muted); } .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.amount { font-size: 28px; font-weight: 600; font-variant-numeric: tabular-nums; margin: 4px 0 16px; }
label { display: block; font-weight: 500; margin: 0 0 4px; }
input, select, textarea { font: inherit; color: inherit; padding: 6px 8px; border: 1px solid #8b95a1; border-radius: 6px; background: var(--surface); width: 100%; max-width: 420px; }
input[type=checkbox], input[type=radio] { width: auto; }
button, .button { font: inherit; font-weight: 500; padding: 7px 14px; border-radius: 6px; border: 1px solid var(--accent); background: var(--accent); color: #fff; cursor: pointer; text-decoration: none; display: inline-block; }
button:hover, .button:hover { background: var(--accent-strong); color: #fff; }
button.plain, .button.plain { background: var(--surface); color: var(--accent); border-color: var(--line); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.row { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; } .field { margin: 0 0 12px; }
.notice { border-left: 3px solid var(--warn); padding: 8px 12px; background: #fff8ec; margin: 0 0 16px; }
.notice.bad { border-color: var(--bad); background: #fdf1f0; color: var(--ink); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }
iframe { width: 100%; min-height: 480px; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
@media (max-width: 600px) { header.top { flex-wrap: wrap; padding: 12px; } main { padding: 0 12px; overflow-x: auto; } }
`;

/** One whole page of the sandbox. `product` is the name at the top left, `links` the entries at its right, `narrow` a single form column. */
export function page(options: {
  title: string;
  body: Html;
  product?: string;
  links?: readonly { href: string; text: string }[];
  narrow?: boolean;
}): string {
  const links = (options.links ?? []).map((link) => html`<a href="${link.href}">${link.text}</a>`);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${options.title}</title>
<style>${trustedHtml(STYLE)}</style>
</head>
<body>
<header class="top"><strong>${options.product ?? 'Sandbox'}</strong><span class="muted">test environment</span><nav>${links}</nav></header>
<main class="${options.narrow ? 'narrow' : ''}">
<h1>${options.title}</h1>
${options.body}
</main>
</body>
</html>`.html;
}
