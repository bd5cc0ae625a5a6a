import { html, type Html, page } from '../pages/layout.ts';
import { FAULT_KINDS, FAULT_TEXT, type FaultRow } from './faults.ts';
import { decimal } from './money.ts';
import type { DeliveryRow, FulfillmentRow, LineRow, OrderRow, ProductRow, ShopRow, VariantRow } from './rows.ts';
import { SCOPE_TEXT } from './scopes.ts';

type Notice = string | undefined;

/** One page of a shop with its menu; `notice` is the outcome of the last act. */
function shopPage(shop: ShopRow, title: string, body: Html, notice?: Notice): string {
  const link = (path: string, text: string) => ({ href: `/${shop.domain}/${path}`, text });
  return page({
    title,
    product: shop.name,
    links: [
      link('', 'Orders'),
      link('buy', 'Place an order'),
      link('catalogue', 'Catalogue'),
      link('webhooks', 'Webhooks'),
      link('faults', 'Faults'),
      { href: '/', text: 'All shops' },
    ],
    body: html`${notice ? html`<p class="notice" role="status">${notice}</p>` : null}${body}`,
  });
}

function when(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function words(state: string): string {
  return state.toLowerCase().replaceAll('_', ' ');
}

function money(minor: number, currency: string): string {
  return `${decimal(minor, currency)} ${currency}`;
}

/** Opens the portal as a click on the app in the shop's admin does; where it is missing, that begins its installation. */
function appLink(shop: ShopRow, installed: boolean): Html {
  return html`<a href="/${shop.domain}/admin/apps/portal" aria-label="${installed ? 'Open' : 'Install'} the app in ${shop.name}">${installed ? 'Open the app' : 'Install the app'}</a>`;
}

/** All shops, and a form for another. */
export function indexPage(shops: (ShopRow & { orders: number; installed: boolean })[], notice?: Notice): string {
  const list = shops.map(
    (shop) => html`<tr><td><a href="/${shop.domain}/">${shop.name}</a><br><span class="muted">${shop.domain}</span></td>
    <td class="number">${shop.orders}</td><td>${shop.installed ? html`<span class="good">installed</span>` : html`<span class="muted">not installed</span>`}</td>
    <td>${appLink(shop, shop.installed)}</td></tr>`,
  );
  return page({
    title: 'Shops',
    product: 'Sandbox shops',
    links: [{ href: '/mail', text: 'Mail box' }],
    body: html`${notice ? html`<p class="notice bad" role="alert">${notice}</p>` : null}
      ${shops.length > 0 ? html`<table><thead><tr><th>Shop</th><th class="number">Orders</th><th>App</th><th></th></tr></thead><tbody>${list}</tbody></table>` : html`<p class="panel">There is no shop yet. Make one here, or connect any name from the portal.</p>`}
      <h2>Make a shop</h2>
      <form class="panel" method="post" action="/shops"><div class="field"><label for="name">Name in the address</label>
      <div class="row"><input id="name" name="name" required pattern="[a-z0-9][a-z0-9\\-]*" placeholder="blue-harbour"><span class="muted">.myshopify.com</span></div></div>
      <button>Create shop</button></form>`,
  });
}

function fulfillmentState(order: OrderRow): Html {
  const good = order.fulfillment_status === 'FULFILLED';
  return html`<span class="${good ? 'good' : ''}">${order.cancelled_at ? 'cancelled' : words(order.fulfillment_status)}</span>`;
}

/** The newest orders with what came back from the portal. */
export function ordersPage(
  shop: ShopRow,
  orders: OrderRow[],
  sent: FulfillmentRow[],
  installed: string[] | null,
  total: number,
  notice?: Notice,
): string {
  const list = orders.map((order) => {
    const parcels = sent.filter((one) => one.order_id === order.id && one.status === 'SUCCESS');
    const buyer = [order.data.address?.first_name, order.data.address?.last_name].filter(Boolean).join(' ');
    return html`<tr><td><a href="/${shop.domain}/orders/${order.id}">${order.name}</a></td><td>${when(order.created_at)}</td><td>${buyer}</td>
      <td class="number">${money(order.total, order.currency)}</td><td>${words(order.financial_status)}</td><td>${fulfillmentState(order)}</td>
      <td>${parcels.map((one) => html`<div>${one.tracking.company ?? ''} ${one.tracking.numbers.join(', ')}</div>`)}</td></tr>`;
  });
  const app = installed
    ? html`<form class="panel row" method="post" action="/${shop.domain}/uninstall"><span>The portal's app is installed with ${installed.length} permissions.</span>${appLink(shop, true)}<button class="plain">Uninstall the app</button></form>`
    : html`<p class="panel muted">The portal's app is not installed. ${appLink(shop, false)}, or add ${shop.domain} as a store in the portal.</p>`;
  return shopPage(
    shop,
    'Orders',
    html`${app}
    ${orders.length === 0 ? html`<p class="panel">No orders yet.</p>` : html`<table><thead><tr><th>Order</th><th>Placed</th><th>Buyer</th><th class="number">Total</th><th>Payment</th><th>Delivery</th><th>Tracking</th></tr></thead><tbody>${list}</tbody></table>`}
    ${total > orders.length ? html`<p class="muted">The newest ${orders.length} of ${total} orders.</p>` : null}`,
    notice,
  );
}

/** A form of a buyer: quantities of each variant. */
export function buyPage(shop: ShopRow, products: (ProductRow & { variants: VariantRow[] })[], notice?: Notice): string {
  const list = products.flatMap((product) =>
    product.variants.map(
      (variant) => html`<tr><td><img src="/${shop.domain}/cdn/${product.id}.png" alt="" width="48" height="48"></td>
    <td>${product.title}<br><span class="muted">${variant.title === 'Default Title' ? '' : variant.title} ${variant.sku}</span></td>
    <td class="number">${money(variant.price, shop.currency)}</td><td><input type="number" name="q${variant.id}" min="0" max="99" value="0" aria-label="Quantity of ${product.title} ${variant.title}" style="width:5rem"></td></tr>`,
    ),
  );
  return shopPage(
    shop,
    'Place an order',
    html`<form method="post" action="/${shop.domain}/buy">
    <table><thead><tr><th></th><th>Product</th><th class="number">Price</th><th>Quantity</th></tr></thead><tbody>${list}</tbody></table>
    <p class="row" style="margin-top:16px"><label for="buyer">Buyer</label><select id="buyer" name="buyer" style="width:auto"><option value="0">Ada Lindqvist, US</option><option value="2">Élodie Marchand, FR</option><option value="3">Tom Whitfield, GB</option><option value="4">Jonas Brandt, DE</option><option value="9">Mei Tanaka, JP</option></select>
    <button>Place the order</button></p></form>`,
    notice,
  );
}

function parcelPanel(shop: ShopRow, parcel: FulfillmentRow, lines: LineRow[]): Html {
  const parts = parcel.lines
    .map((part) => `${part.quantity} × ${lines.find((line) => line.id === part.line_id)?.title ?? 'line'}`)
    .join(', ');
  const step = (status: string, text: string) =>
    html`<button class="plain" name="status" value="${status}">${text}</button>`;
  return html`<div class="panel"><strong>${parcel.name}</strong> <span class="muted">${parcel.by_app ? 'sent by the portal' : 'sent by hand'}, ${words(parcel.display_status)}</span>
    <p>${parts}</p>${parcel.tracking.numbers.map((number, index) => html`<p>${parcel.tracking.company ?? 'Carrier'}: ${parcel.tracking.urls[index] ? html`<a href="${parcel.tracking.urls[index]}" rel="noreferrer">${number}</a>` : number}</p>`)}
    ${parcel.status === 'SUCCESS' ? html`<form class="row" method="post" action="/${shop.domain}/fulfillments/${parcel.id}">${step('IN_TRANSIT', 'In transit')}${step('DELIVERED', 'Delivered')}${step('CANCEL', 'Cancel the parcel')}</form>` : null}</div>`;
}

function editForm(shop: ShopRow, order: OrderRow, lines: LineRow[]): Html {
  const address = order.data.address ?? {};
  const field = (name: keyof typeof address, label: string) =>
    html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${address[name] ?? ''}"></div>`;
  return html`<h2>Edit</h2><form class="panel" method="post" action="/${shop.domain}/orders/${order.id}/edit">
    <table><tbody>${lines.map((line) => html`<tr><td>${line.title} <span class="muted">${line.variant_title ?? ''}</span></td><td><input type="number" style="width:5rem" name="q${line.id}" value="${line.current_quantity}" min="${line.fulfilled}" max="999" aria-label="Quantity of ${line.title}"></td></tr>`)}</tbody></table><br>
    ${field('first_name', 'First name')}${field('last_name', 'Last name')}${field('address1', 'Street')}${field('city', 'City')}${field('zip', 'Postal code')}
    <button>Save the changes</button></form>
    <div class="row"><form method="post" action="/${shop.domain}/orders/${order.id}/ship"><button class="plain">Mark as fulfilled by hand</button></form>
    <form method="post" action="/${shop.domain}/orders/${order.id}/pay"><button class="plain">Mark as paid</button></form>
    <form method="post" action="/${shop.domain}/orders/${order.id}/cancel"><button class="plain">Cancel the order</button></form></div>`;
}

/** One order: lines, parcels, and what a merchant may do with it. */
export function orderPage(
  shop: ShopRow,
  order: OrderRow,
  lines: LineRow[],
  sent: FulfillmentRow[],
  notice?: Notice,
): string {
  const list = lines.map(
    (
      line,
    ) => html`<tr><td>${line.title}<br><span class="muted">${line.variant_title ?? ''} ${line.sku ?? ''}</span></td><td class="number">${line.current_quantity}${line.current_quantity === line.quantity ? '' : ` of ${line.quantity}`}</td>
    <td class="number">${line.fulfilled}</td><td class="number">${money(line.price, order.currency)}</td></tr>`,
  );
  return shopPage(
    shop,
    `Order ${order.name}`,
    html`<p>${when(order.created_at)}, ${words(order.financial_status)}, ${fulfillmentState(order)}, ${money(order.current_total, order.currency)}${order.data.note ? html`<br>Note: ${order.data.note}` : null}${order.tags.length > 0 ? html`<br>Tags: ${order.tags.join(', ')}` : null}</p>
    <table><thead><tr><th>Line</th><th class="number">Quantity</th><th class="number">Shipped</th><th class="number">Price</th></tr></thead><tbody>${list}</tbody></table>
    <h2>Parcels</h2>${sent.length > 0 ? sent.map((parcel) => parcelPanel(shop, parcel, lines)) : html`<p class="panel muted">Nothing was shipped yet.</p>`}
    ${order.cancelled_at ? html`<p class="muted">Cancelled ${when(order.cancelled_at)}.</p>` : editForm(shop, order, lines)}`,
    notice,
  );
}

/** Products with their variants. */
export function cataloguePage(shop: ShopRow, products: (ProductRow & { variants: VariantRow[] })[]): string {
  return shopPage(
    shop,
    'Catalogue',
    html`${products.map(
      (product) => html`<section class="panel" id="${product.handle}"><div class="row" style="align-items:flex-start">
    <img src="/${shop.domain}/cdn/${product.id}.png" alt="${product.title}" width="120" height="120" style="border-radius:6px"><div style="flex:1"><strong>${product.title}</strong> <span class="muted">${words(product.status)}</span>
    <table style="margin-top:8px"><tbody>${product.variants.map((variant) => html`<tr><td>${variant.title}</td><td>${variant.sku}</td><td class="number">${money(variant.price, shop.currency)}</td><td class="number">${variant.quantity} in stock</td></tr>`)}</tbody></table></div></div></section>`,
    )}`,
  );
}

/** The newest webhook deliveries with the answers of the receiver. */
export function webhooksPage(shop: ShopRow, deliveries: DeliveryRow[], subscriptions: number): string {
  const list = deliveries.map(
    (
      one,
    ) => html`<tr><td>${one.topic}${one.fault ? html`<br><span class="warn">${FAULT_TEXT[one.fault as keyof typeof FAULT_TEXT] ?? one.fault}</span>` : null}</td><td>${when(one.triggered_at)}</td>
    <td class="${one.state === 'delivered' ? 'good' : one.state === 'failed' || one.state === 'lost' ? 'bad' : ''}">${one.state}</td>
    <td>${one.answers.map((answer) => html`<div>${answer.status ?? answer.error ?? ''} <span class="muted">${answer.ms} ms</span></div>`)}</td>
    <td><details><summary>${Buffer.byteLength(one.body)} bytes</summary><pre>${one.body}</pre></details></td></tr>`,
  );
  return shopPage(
    shop,
    'Webhooks',
    html`<p class="muted">${subscriptions} subscriptions.</p>${deliveries.length === 0 ? html`<p class="panel">Nothing was sent yet.</p>` : html`<table><thead><tr><th>Topic</th><th>Triggered</th><th>State</th><th>Answers</th><th>Body</th></tr></thead><tbody>${list}</tbody></table>`}`,
  );
}

/** Switches for faults. */
export function faultsPage(shop: ShopRow, on: FaultRow[], notice?: Notice): string {
  const active = on.map(
    (
      fault,
    ) => html`<tr><td>${FAULT_TEXT[fault.kind]}</td><td>${fault.mode === 'next' ? `the next ${fault.remaining} times` : fault.mode === 'always' ? 'always' : `${Math.round(fault.probability * 100)} % of the times`}${fault.ms ? `, ${fault.ms} ms` : ''}</td>
    <td><form method="post" action="/${shop.domain}/faults"><input type="hidden" name="kind" value="${fault.kind}"><button class="plain" name="mode" value="off">Switch off</button></form></td></tr>`,
  );
  return shopPage(
    shop,
    'Faults',
    html`${on.length > 0 ? html`<table><tbody>${active}</tbody></table><br>` : html`<p class="panel muted">No fault is switched on.</p>`}
    <form class="panel" method="post" action="/${shop.domain}/faults"><div class="field"><label for="kind">Fault</label><select id="kind" name="kind">${FAULT_KINDS.map((kind) => html`<option value="${kind}">${FAULT_TEXT[kind]}</option>`)}</select></div>
    <div class="field"><label for="mode">When</label><select id="mode" name="mode"><option value="next">the next times</option><option value="always">always</option><option value="probability">by chance</option></select></div>
    <div class="field"><label for="count">How many times</label><input id="count" type="number" name="count" value="1" min="1"></div>
    <div class="field"><label for="percent">Chance in percent</label><input id="percent" type="number" name="percent" value="30" min="1" max="100"></div>
    <div class="field"><label for="ms">Milliseconds (0 = usual)</label><input id="ms" type="number" name="ms" value="0" min="0"></div><button>Switch on</button></form>`,
    notice,
  );
}

/** The consent page: what the app wants, Install or Cancel. */
export function consentPage(shop: ShopRow, appName: string, scopes: string[], hidden: Record<string, string>): string {
  return page({
    title: `Install ${appName}`,
    product: shop.name,
    narrow: true,
    body: html`<div class="panel"><p>${appName} asks to do this in <strong>${shop.domain}</strong>:</p><ul>${scopes.map((scope) => html`<li>${SCOPE_TEXT[scope] ?? scope}</li>`)}</ul>
      <form class="row" method="post" action="/${shop.domain}/admin/oauth/authorize">${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      <button name="decision" value="install">Install app</button><button class="plain" name="decision" value="cancel">Cancel</button></form></div>`,
  });
}

/** Who opens the app: Shopify knows from the log-in to its admin, the sandbox asks. */
export function staffPage(shop: ShopRow, appName: string, hidden: Record<string, string>): string {
  return page({
    title: `Open ${appName}`,
    product: shop.name,
    narrow: true,
    body: html`<form class="panel" method="post" action="/${shop.domain}/admin/oauth/authorize">${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      <p>You are logged in to <strong>${shop.domain}</strong> as a member of its staff. The portal learns the e-mail address.</p>
      <div class="field"><label for="email">E-mail of the staff member</label><input id="email" type="email" name="email" required value="${shop.email}"></div>
      <div class="field"><label for="unverified"><input id="unverified" type="checkbox" name="unverified"> This address was never confirmed to Shopify</label></div>
      <button name="decision" value="install">Continue</button></form>`,
  });
}

/** A page that only says why something cannot be done. */
export function errorPage(title: string, sentence: string): string {
  return page({
    title,
    product: 'Sandbox shops',
    narrow: true,
    body: html`<p class="notice bad" role="alert">${sentence}</p><p><a href="/">All shops</a></p>`,
  });
}
