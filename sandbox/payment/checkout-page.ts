import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, page, type Html } from '../pages/layout.ts';
import { parseForm, type Params } from './form-params.ts';
import type { PaymentResult } from './session-actions.ts';
import { StripeApiError } from './stripe-error.ts';
import type { SessionObject } from './stripe-objects.ts';
import { BANK_DEBIT, OFFERED_CARDS } from './test-cards.ts';

export type CheckoutPageParts = {
  merchantName: string;
  getSession: (
    id: string,
  ) => Promise<{ session: SessionObject; lines: { description: string; amount_total: number; quantity: number }[] }>;
  pay: (id: string, method: string) => Promise<PaymentResult>;
  now: () => Date;
};

/** The page that a session's `url` points to: shows the amount, takes a test card, sends the customer back to the merchant. */
export function checkoutPage(app: FastifyInstance, parts: CheckoutPageParts): void {
  app.get<{ Params: { id: string } }>('/c/pay/:id', async (request, reply) => show(parts, reply, request.params.id));

  app.post<{ Params: { id: string } }>('/c/pay/:id', async (request, reply) => {
    const { id } = request.params;
    const form = parseForm(typeof request.body === 'string' ? request.body : '');
    const method = form['method'] === BANK_DEBIT ? BANK_DEBIT : typed(form, 'card');
    const mistake = method === BANK_DEBIT ? null : formMistake(form, parts.now());
    if (mistake !== null) return show(parts, reply, id, { mistake, form });
    try {
      const result = await parts.pay(id, method);
      if (result.status === 'declined') return await show(parts, reply, id, { mistake: result.message, form });
      return await reply.redirect(successUrl(result.session), 303);
    } catch (error) {
      if (error instanceof StripeApiError) return show(parts, reply, id); // paid or expired meanwhile: the page says so
      throw error;
    }
  });
}

/** Where the customer goes after paying, with the session's id filled in. */
export function successUrl(session: SessionObject): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

async function show(
  parts: CheckoutPageParts,
  reply: FastifyReply,
  id: string,
  failed?: { mistake: string; form: Params },
): Promise<FastifyReply> {
  const product = `${parts.merchantName} · checkout`;
  const found = await parts.getSession(id).catch((error: unknown) => {
    if (error instanceof StripeApiError) return null;
    throw error;
  });
  if (!found)
    return reply
      .code(404)
      .type('text/html')
      .send(
        page({
          title: 'This checkout does not exist',
          body: html`<p>Go back to the shop and start again.</p>`,
          product,
          narrow: true,
        }),
      );
  const { session } = found;
  const body = session.status === 'open' ? paymentForm(found, parts.merchantName, failed) : closedBody(session);
  const title =
    session.status === 'open'
      ? `${session.mode === 'setup' ? 'Save a card for' : 'Pay'} ${parts.merchantName}`
      : session.status === 'complete'
        ? session.mode === 'setup'
          ? 'Card already saved'
          : 'Already paid'
        : 'This checkout has expired';
  return reply
    .code(failed ? 402 : 200)
    .type('text/html')
    .send(page({ title, body, product, narrow: true }));
}

function closedBody(session: SessionObject): Html {
  const back = session.status === 'complete' ? successUrl(session) : session.cancel_url;
  return html`<p class="amount">${amountText(session)}</p>
${back !== null && html`<p><a class="button" href="${back}">Back to the merchant</a></p>`}`;
}

function paymentForm(
  { session, lines }: Awaited<ReturnType<CheckoutPageParts['getSession']>>,
  merchantName: string,
  failed?: { mistake: string; form: Params },
): Html {
  const rows = lines.map(
    (line) =>
      html`<tr><td>${line.description}${line.quantity > 1 && ` × ${line.quantity}`}</td><td class="number">${money(line.amount_total, session.currency)}</td></tr>`,
  );
  const before = (name: string): string => (failed ? typed(failed.form, name) : '');
  return html`<p class="muted">To ${merchantName}${session.client_reference_id !== null && ` · ${session.client_reference_id}`}</p>
<p class="amount">${amountText(session)}</p>
<table class="field"><tbody>${rows}</tbody></table>
${failed && html`<p class="notice bad" role="alert">${failed.mistake}</p>`}
<form method="post" class="panel">
${session.customer_email !== null && html`<div class="field"><span class="muted">Receipt to</span> ${session.customer_email}</div>`}
<div class="field"><label for="card">Card number</label><input id="card" name="card" inputmode="numeric" autocomplete="cc-number" list="test-cards" value="${before('card')}" required></div>
<div class="row"><div class="field"><label for="expiry">Expiry (MM / YY)</label><input id="expiry" name="expiry" autocomplete="cc-exp" value="${before('expiry') || '12 / 34'}" size="8" required></div>
<div class="field"><label for="cvc">CVC</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" value="${before('cvc') || '123'}" size="5" required></div></div>
<div class="row"><button name="method" value="card">${session.mode === 'setup' ? 'Save card' : `Pay ${amountText(session)}`}</button>
${session.mode === 'payment' && html`<button class="plain" name="method" value="${BANK_DEBIT}" formnovalidate>Pay by bank debit</button>`}
${session.cancel_url !== null && html`<a href="${session.cancel_url}">Leave</a>`}</div>
<datalist id="test-cards">${OFFERED_CARDS.map((card) => html`<option value="${grouped(card.number)}">${card.text}</option>`)}</datalist>
</form>
<h2>Test cards</h2>
<table><tbody>${OFFERED_CARDS.map((card) => html`<tr><td><code>${grouped(card.number)}</code></td><td>${card.text}</td></tr>`)}</tbody></table>
<p class="muted">No money moves here. A bank debit completes at once and is paid, or not, when it is settled on the <a href="/">provider's page</a>.</p>`;
}

function formMistake(form: Params, now: Date): string | null {
  if (!/^[\d\s-]{12,}$/.test(typed(form, 'card'))) return 'Your card number is incomplete.';
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(typed(form, 'expiry')) ?? [];
  if (month === undefined || Number(month) < 1 || Number(month) > 12)
    return "Your card's expiration date is incomplete.";
  if (Date.UTC(2000 + Number(year), Number(month), 1) <= now.getTime())
    return "Your card's expiration date is in the past.";
  return /^\d{3,4}$/.test(typed(form, 'cvc')) ? null : "Your card's security code is incomplete.";
}

function typed(form: Params, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** What a session is for: its amount, or that a card is saved. */
export const amountText = ({ amount_total, currency }: SessionObject): string =>
  amount_total === null ? 'A card for later payments' : money(amount_total, currency);

/** An amount in minor units as people write it. */
function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
