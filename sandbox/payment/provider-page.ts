import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { html, page, type Html } from '../pages/layout.ts';
import { amountText } from './checkout-page.ts';
import { parseForm } from './form-params.ts';
import type { PaymentControl } from './payment.ts';
import type { SessionObject } from './stripe-objects.ts';

const count = z.coerce.number().int().min(0).max(1000);
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);
const faultsSchema = z
  .object({
    duplicateNext: count,
    lateNext: count,
    lateMs: z.coerce.number().int().min(0).max(3_600_000),
    reorderNext: count,
    wrongSignatureNext: count,
    loseNext: count,
    neverPaidNext: count,
    apiErrorNext: count,
    apiErrorStatus: z.coerce
      .number()
      .refine((status) => [429, 500, 502, 503, 504].includes(status), 'must be 429, 500, 502, 503 or 504'),
    apiTimeoutNext: count,
    apiFaultAfterWork: flag,
  })
  .partial()
  .strict();

/** The provider's own page at `/` (sessions, events, faults) and its actions under `/control`, as JSON for tests in other processes. */
export function providerPage(app: FastifyInstance, control: PaymentControl): void {
  app.get('/', async (_request, reply) => {
    const body = html`${sessionsTable(await control.sessions())}${await eventsTable(control)}${faultsForm(control)}`;
    return reply.type('text/html').send(page({ title: 'Payment provider', body, product: 'Sandbox' }));
  });

  app.get('/control/faults', async () => control.faults.get());
  app.get('/control/deliveries', async () => ({ deliveries: await control.deliveries() }));
  app.post('/control/faults', async (request, reply) => {
    const parsed = faultsSchema.safeParse(bodyOf(request));
    if (!parsed.success)
      return reply.code(400).send({ error: { type: 'invalid_request_error', message: z.prettifyError(parsed.error) } });
    // zod's partial() allows an explicit undefined, which would overwrite a setting
    control.faults.set(Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined)));
    return done(request, reply, control.faults.get());
  });
  app.post('/control/release-held', async (request, reply) =>
    done(request, reply, (await control.releaseHeld()) ?? {}),
  );

  const actions: Record<string, (id: string, body: Record<string, unknown>) => Promise<object>> = {
    pay: (id, body) => control.pay(id, typeof body['card'] === 'string' ? body['card'] : undefined),
    settle: (id, body) => control.settle(id, body['ok'] !== 'false' && body['ok'] !== false),
    expire: (id) => control.expire(id),
    dispute: (id) => control.dispute(id),
    refund: (id, body) => control.refund(id, body['amount'] === undefined ? undefined : Number(body['amount'])),
  };
  for (const [name, action] of Object.entries(actions)) {
    app.post<{ Params: { id: string } }>(`/control/sessions/:id/${name}`, async (request, reply) =>
      done(request, reply, await action(request.params.id, bodyOf(request))),
    );
  }
  app.post<{ Params: { id: string } }>('/control/events/:id/redeliver', async (request, reply) => {
    await control.redeliver(request.params.id);
    return done(request, reply, {});
  });
}

function isForm(request: FastifyRequest): boolean {
  return typeof request.body === 'string';
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  if (typeof request.body === 'string') return parseForm(request.body);
  return typeof request.body === 'object' && request.body !== null ? { ...request.body } : {};
}

// A form goes back to the page, a program gets its answer.
function done(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  return isForm(request) ? reply.redirect('/', 303) : reply.send(answer);
}

function sessionsTable(sessions: SessionObject[]): Html {
  if (sessions.length === 0) return html`<p class="panel muted">No checkout has been started yet.</p>`;
  const rows = sessions.map(
    (session) => html`<tr>
<td>${session.url === null ? shortened(session.id) : html`<a href="/c/pay/${session.id}">${shortened(session.id)}</a>`}<br><span class="muted">${session.client_reference_id ?? ''}</span></td>
<td class="number">${amountText(session)}</td>
<td>${session.status}, ${session.payment_status}</td>
<td><div class="row">${actionsFor(session).map((action) => button(`/control/sessions/${session.id}/${action.path}`, action.text, action.fields))}</div></td></tr>`,
  );
  return html`<h2>Checkout sessions</h2><table><thead><tr><th>Session</th><th class="number">Amount</th><th>State</th><th>Acts</th></tr></thead><tbody>${rows}</tbody></table>`;
}

type Action = { path: string; text: string; fields?: Record<string, string> };

function actionsFor(session: SessionObject): Action[] {
  if (session.status === 'open')
    return [
      { path: 'pay', text: 'Pay' },
      { path: 'expire', text: 'Expire' },
    ];
  if (session.status === 'expired' || session.mode === 'setup') return [];
  if (session.payment_status === 'paid')
    return [
      { path: 'refund', text: 'Refund' },
      { path: 'dispute', text: 'Dispute' },
    ];
  return [
    { path: 'settle', text: 'Money arrives' },
    { path: 'settle', text: 'Money fails', fields: { ok: 'false' } },
  ];
}

function button(action: string, text: string, fields: Record<string, string> = {}): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${action}">${inputs}<button class="plain">${text}</button></form>`;
}

async function eventsTable(control: PaymentControl): Promise<Html> {
  const deliveries = await control.deliveries();
  if (deliveries.length === 0) return html``;
  const rows = deliveries.slice(0, 30).map(
    (delivery) => html`<tr><td>${delivery.type}<br><span class="muted">${delivery.event_id}</span></td>
<td>${delivery.state}${delivery.attempts > 0 && `, ${delivery.attempts} × sent`}${delivery.last_status !== null && `, answer ${delivery.last_status}`}
${delivery.last_error !== null && html`<br><span class="bad">${delivery.last_error}</span>`}</td>
<td>${button(`/control/events/${delivery.event_id}/redeliver`, 'Send again')}</td></tr>`,
  );
  return html`<h2>Events</h2><table><thead><tr><th>Event</th><th>Delivery</th><th></th></tr></thead><tbody>${rows}</tbody></table>`;
}

const FAULT_TEXTS: Record<string, string> = {
  duplicateNext: 'Events sent twice',
  lateNext: 'Events sent late',
  reorderNext: 'Events collected and sent in reverse',
  wrongSignatureNext: 'Deliveries wrongly signed',
  loseNext: 'Events lost',
  neverPaidNext: 'Payments completed without money',
  apiErrorNext: 'API calls answered with an error',
  apiTimeoutNext: 'API calls never answered',
};

function faultsForm(control: PaymentControl): Html {
  const current: Record<string, unknown> = control.faults.get();
  const fields = Object.entries(FAULT_TEXTS).map(
    ([name, text]) =>
      html`<div class="field"><label for="${name}">${text} (next so many)</label><input id="${name}" name="${name}" type="number" min="0" max="1000" value="${String(current[name])}"></div>`,
  );
  return html`<h2>Faults</h2><form method="post" action="/control/faults" class="panel">${fields}<button>Set</button></form>${button('/control/release-held', 'Send held events')}`;
}

function shortened(id: string): string {
  return `${id.slice(0, 16)}…${id.slice(-4)}`;
}
