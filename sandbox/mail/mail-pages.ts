import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { html, page, type Html } from '../pages/layout.ts';
import type { MailFilter, MailMessage, MailStore } from './mail-store.ts';

const LINKS = [
  { href: '/', text: 'Sandbox' },
  { href: '/mail', text: 'Mail box' },
];
const MAX_WAIT_MS = 60_000;

const filterSchema = z.object({
  to: z.string().optional(),
  subject: z.string().optional(),
  after: z.coerce.number().int().nonnegative().optional(),
  wait_ms: z.coerce.number().int().min(0).max(MAX_WAIT_MS).optional(),
});

/** The mail box as a Fastify plugin: `/mail`, `/mail/{id}` and `/mail/api/messages?to=&subject=&after=&wait_ms=`. */
export function mailPages(mail: {
  store: Pick<MailStore, 'find' | 'search' | 'get'>;
  waitFor: (filter: MailFilter & { timeoutMs: number }) => Promise<MailMessage>;
}): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Querystring: { q?: string } }>('/mail', async (request, reply) => {
      const q = typeof request.query.q === 'string' ? request.query.q : '';
      const messages = q === '' ? await mail.store.find() : await mail.store.search(q);
      return reply.type('text/html').send(page({ title: 'Mail box', body: listBody(q, messages), links: LINKS }));
    });

    app.get<{ Params: { id: string } }>('/mail/:id(^\\d{1,15}$)', async (request, reply) => {
      const message = await mail.store.get(Number(request.params.id));
      if (!message)
        return reply
          .code(404)
          .type('text/html')
          .send(
            page({
              title: 'No such message',
              body: html`<p><a href="/mail">Back to the mail box</a></p>`,
              links: LINKS,
            }),
          );
      return reply
        .type('text/html')
        .send(page({ title: message.subject || '(no subject)', body: messageBody(message), links: LINKS }));
    });

    app.get('/mail/api/messages', async (request, reply) => {
      const query = filterSchema.safeParse(request.query);
      if (!query.success) return reply.code(400).send({ message: z.prettifyError(query.error) });
      const filter = toFilter(query.data);
      if (query.data.wait_ms) await mail.waitFor({ ...filter, timeoutMs: query.data.wait_ms }).catch(() => undefined); // the list then says that nothing came
      return { messages: (await mail.store.find(filter)).map(toJson) };
    });
  };
}

function toFilter({ to, subject, after }: z.infer<typeof filterSchema>): MailFilter {
  return { ...(to ? { to } : {}), ...(subject ? { subject } : {}), ...(after === undefined ? {} : { after }) };
}

function toJson(message: MailMessage) {
  const { messageId, receivedAt, ...rest } = message;
  return { ...rest, message_id: messageId, received_at: receivedAt.toISOString() };
}

function listBody(q: string, messages: MailMessage[]): Html {
  const rows = messages.map(
    (message) => html`<tr>
<td>${message.to.join(', ')}</td>
<td><a href="/mail/${message.id}">${message.subject || '(no subject)'}</a></td>
<td class="muted">${message.from}</td>
<td class="muted number"><time datetime="${message.receivedAt.toISOString()}">${shown(message.receivedAt)}</time></td>
</tr>`,
  );
  const empty = html`<p class="panel muted">${q === '' ? 'No mail has arrived yet.' : `No mail to an address with "${q}" in it.`}</p>`;
  return html`<form class="row field" method="get" action="/mail" role="search">
<input name="q" value="${q}" aria-label="Address" placeholder="Address" type="search"><button>Search</button></form>
${
  messages.length === 0
    ? empty
    : html`<table><thead><tr><th>To</th><th>Subject</th><th>From</th><th class="number">Received (UTC)</th></tr></thead><tbody>${rows}</tbody></table>`
}`;
}

function messageBody(message: MailMessage): Html {
  const links = message.links.map(
    (link) => html`<li><a href="${link}" target="_blank" rel="noopener noreferrer">${link}</a></li>`,
  );
  return html`<div class="panel">
<div>From ${message.from}</div><div>To ${message.to.join(', ')}</div>
<div class="muted">${shown(message.receivedAt)} UTC · ${message.messageId}</div></div>
${message.links.length > 0 && html`<h2>Links</h2><ul class="panel" style="padding-left:32px">${links}</ul>`}
${message.html !== '' && html`<h2>Message</h2><iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="Message" srcdoc="${isolated(message.html)}"></iframe>`}
<h2>Plain text</h2><div class="panel"><pre>${message.text || '(none)'}</pre></div>`;
}

// No script runs (sandbox), nothing is fetched (policy): no tracking picture leaves this machine. Links open in a tab of their own.
function isolated(body: string): string {
  return `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"><base target="_blank">${body}`;
}

function shown(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}
