import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptySiteConfig, type SiteConfig } from '#contract/branding.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, staff } from '#testing/people.ts';

const page = `<!doctype html><html><head><!-- site --><title>x</title><!-- /site --></head><body><div id="root"></div></body></html>`;

let test: TestApp;
let admin: Awaited<ReturnType<typeof staff>>;
let dictionaries: Server;
let base = '';
const answers: Record<string, { status: number; body: string }> = {};
beforeAll(async () => {
  const web = mkdtempSync(join(tmpdir(), 'tradewind-web-'));
  writeFileSync(join(web, 'index.html'), page);
  test = await startTestApp({ WEB_DIR: web, ALLOW_PRIVATE_HOSTS: '1' });
  admin = await staff(test, 'admin');
  dictionaries = createServer((request, response) => {
    const answer = answers[request.url ?? ''] ?? { status: 404, body: '' };
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => dictionaries.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(dictionaries.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await test.close();
  await new Promise((resolve) => dictionaries.close(resolve));
});

const create = (body: unknown, token = admin.token) => test.call('POST', '/api/staff/sites', { token, body });
const update = (id: string, body: unknown) => test.call('PUT', `/api/staff/sites/${id}`, { token: admin.token, body });
const siteOf = (host: string) => test.call('GET', '/api/config/site', { headers: { host } });
const pageOf = (host: string, headers: Record<string, string> = {}) =>
  test.app.fastify.inject({ method: 'GET', url: '/login', headers: { host, ...headers } });

let counter = 0;
/** A domain of its own with this configuration. */
async function branded(config: Partial<SiteConfig>, brand_name = 'Acme') {
  counter += 1;
  const { data } = (await create({ domain: `d${counter}.example`, brand_name })).body;
  const body = { version: 1, domain: data.domain, brand_name, config: { ...emptySiteConfig, ...config } };
  const answer = await update(data.id, body);
  return { id: data.id as string, domain: data.domain as string, answer, body };
}
const refusalOf = async (config: Record<string, unknown>) => {
  const { answer } = await branded(config);
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  return Object.values(answer.body.errors ?? {}).flat();
};

describe('the public configuration', () => {
  it('is that of the domain that was asked, whatever its case, port and www; others have the deployment’s name', {
    tags: ['S3-02'],
  }, async () => {
    const { domain } = await branded({ site_title: 'Acme portal', display_referral: true });
    const own = await siteOf(`WWW.${domain.toUpperCase()}:8080`);
    expect(own.body.data).toMatchObject({
      domain,
      brand_name: 'Acme',
      site_title: 'Acme portal',
      display_referral: true,
    });
    const other = await siteOf('elsewhere.example');
    expect(other.body.data).toMatchObject({ ...emptySiteConfig, domain: 'elsewhere.example', brand_name: 'Tradewind' });
    expect(other.body.data.revision).not.toBe(own.body.data.revision);
  });

  it('reads a row whose fields are older than the rules, field by field', async () => {
    const branding = JSON.stringify({ site_title: 'Old', custom_js_urls: ['ftp://x'], gone: 1 });
    await test.ground.db
      .insertInto('sites')
      .values({ id: uuid(), domain: 'old.example', brand_name: 'Old', branding })
      .execute();
    const { data } = (await siteOf('old.example')).body;
    expect(data).toMatchObject({ site_title: 'Old', custom_js_urls: [], contact: [] });
  });
});

describe('sites, for staff', () => {
  it('keeps every field of the configuration, with its author and the changed fields in the history', {
    tags: ['S1-04'],
  }, async () => {
    const config: SiteConfig = {
      site_title: 'Acme',
      site_desc: 'Ships',
      meta_url: 'https://acme.example/',
      terms_url: 'https://acme.example/terms',
      privacy_url: 'https://acme.example/privacy',
      meta_icon: 'https://cdn.example/i.png',
      sidebar_logo: '/logo.png',
      display_referral: true,
      custom_css_urls: ['https://cdn.example/a.css'],
      custom_css_json: { ':root': { '--tw-accent': '#123456' } },
      custom_lang_urls: [{ language: 'de', name: 'Deutsch', url: 'https://cdn.example/de.json' }],
      custom_lang_json: { en: { menu: { orders: 'Deals' } } },
      custom_js_urls: ['https://cdn.example/a.js?v=1'],
      custom_js_content: 'window.acme = 1',
      contact: [{ type_of: 'whatsapp', label: 'Ann', url: 'https://wa.me/1' }],
      reauthorize_text: 'Please do',
      reauthorize_deadline: '2027-01-31',
    };
    const { id, domain, answer } = await branded(config);
    expect(answer).toMatchObject({ status: 200, body: { data: { config, version: 2, updated_by: admin.username } } });
    expect((await test.call('GET', `/api/staff/sites/${id}`, { token: admin.token })).body.data.config).toEqual(config);
    expect((await siteOf(domain)).body.data).toMatchObject(config);
    const history = await test.call('GET', `/api/staff/sites/${id}/changes`, { token: admin.token });
    expect(history.body.data).toHaveLength(2);
    const changed = history.body.data.map((change: { fields: string[] }) => change.fields);
    expect(changed).toContainEqual(Object.keys(emptySiteConfig));
    expect(changed).toContainEqual(['domain', 'brand_name']);
    expect(history.body.data[0].by).toBe(admin.username);
  });

  it('lists domains and finds them by a part of their name', async () => {
    const { domain } = await branded({ site_title: 'Findable' });
    const found = await test.call('GET', `/api/staff/sites?q=${domain}`, { token: admin.token });
    expect(found.body.data).toMatchObject([{ domain, site_title: 'Findable', version: 2 }]);
    expect((await test.call('GET', '/api/staff/sites?q=%25', { token: admin.token })).body.data).toEqual([]);
  });

  it('is the administrator’s alone', async () => {
    const agent = await staff(test, 'agent');
    expect((await create({ domain: 'x.example', brand_name: 'X' }, agent.token)).status).toBe(403);
    expect((await create({ domain: 'x.example', brand_name: 'X' }, (await merchant(test)).token)).status).toBe(403);
    expect((await test.call('GET', '/api/staff/sites', { token: agent.token })).status).toBe(403);
  });

  it('refuses a domain twice, a stale version, and what is no domain', async () => {
    const { id, domain, body } = await branded({});
    expect(await create({ domain: `www.${domain}`, brand_name: 'B' })).toMatchObject({
      status: 422,
      body: { errors: { domain: ['This domain is already in the list. Open it there to edit it.'] } },
    });
    expect(await update(id, body)).toMatchObject({ status: 422, body: { code: 'stale_version' } });
    const other = await branded({});
    expect((await update(other.id, { ...other.body, version: 2, domain })).body.errors).toHaveProperty('domain');
    for (const bad of ['', 'https://x.example', 'x.example/a', 'a b', '-x.example', 'x..y']) {
      expect((await create({ domain: bad, brand_name: 'B' })).status).toBe(422);
    }
    expect((await update(uuid(), { ...body, version: 1 })).status).toBe(404);
  });

  it.each([
    ['a script by plain http', { custom_js_urls: ['http://cdn.example/a.js'] }],
    ['a script by javascript:', { custom_js_urls: ['javascript:alert(1)'] }],
    ['a script by data:', { custom_js_urls: ['data:text/javascript,alert(1)'] }],
    ['a script of a whole folder', { custom_js_urls: ['https://cdn.example/'] }],
    ['a script whose path climbs to a whole host', { custom_js_urls: ['https://cdn.example/a/%2e%2e'] }],
    ['a port that is none', { custom_js_urls: ['https://cdn.example:99999/a.js'] }],
    ['a host that is none', { meta_icon: 'https://1.2.3.999/i.png' }],
    ['a script of any host', { custom_js_urls: ['https://*.example/a.js'] }],
    ['a script with a login in its address', { custom_js_urls: ['https://u:p@cdn.example/a.js'] }],
    ['another host without a scheme', { custom_css_urls: ['//evil.example/a.css'] }],
    ['a policy inside an address', { custom_js_urls: ["https://a.example/a.js 'unsafe-eval'"] }],
    ['an icon that is a page', { meta_icon: 'data:text/html;base64,PGI+' }],
    ['a closing script tag in a script', { custom_js_content: 'a = "</SCRIPT><script>"' }],
    ['an opening comment in a script', { custom_js_content: '<!-- <script>' }],
    ['a closing style tag', { custom_css_json: { a: { color: 'red</style>' } } }],
    ['a rule that ends early', { custom_css_json: { 'a{}b': { color: 'red' } } }],
    ['a second declaration', { custom_css_json: { a: { color: 'red;background:url(//x)' } } }],
    ['an import', { custom_css_json: { '@import "x"': { color: 'red' } } }],
    ['a picture from elsewhere in a style', { custom_css_json: { a: { background: 'url(https://evil.example/p)' } } }],
    ['an open quote in a style', { custom_css_json: { 'a[href="x]': { color: 'red' } } }],
    [
      'a built-in language by address',
      { custom_lang_urls: [{ language: 'en', name: 'E', url: 'https://a.example/e' }] },
    ],
    [
      'a language by a path, which nobody could fetch',
      { custom_lang_urls: [{ language: 'de', name: 'D', url: '/de' }] },
    ],
    ['texts that are no texts', { custom_lang_json: { en: { menu: ['x'] } } }],
    ['a contact by javascript:', { contact: [{ type_of: 'other', label: 'x', url: 'javascript:alert(1)' }] }],
    ['a field that nobody knows', { secret: 'x' }],
    ['a deadline that is no date', { reauthorize_deadline: 'tomorrow' }],
  ])('refuses %s with a sentence', async (_what, config) => {
    for (const sentence of await refusalOf(config)) expect(sentence).toMatch(/\w{3}/);
  });
});

it('refuses texts nested without end with a sentence', async () => {
  const { id, body } = await branded({});
  const written = JSON.stringify({ ...body, version: 2, config: { ...body.config, custom_lang_json: { de: 'deep' } } });
  const answer = await test.app.fastify.inject({
    method: 'PUT',
    url: `/api/staff/sites/${id}`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    payload: written.replace('"deep"', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
  });
  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toMatchObject({ code: 'too_large', message: expect.stringContaining('64') });
});

describe('the page of a domain', () => {
  const nasty = `</title><script>alert(1)</script>"'><img src=x onerror=alert(1)>`;

  it('holds title, description, icon and data before the first paint, all of it as text', async () => {
    const { domain } = await branded({
      site_title: nasty.slice(0, 80),
      site_desc: nasty,
      meta_url: 'https://acme.example/?a=1&b=2',
      meta_icon: 'https://cdn.example/i.png',
    });
    const { body, headers } = await pageOf(domain);
    expect(body).not.toMatch(/<script>alert|<img/);
    expect(body.match(/<title>/g)).toHaveLength(1);
    expect(body).toContain('<link rel="canonical" href="https://acme.example/?a=1&amp;b=2">');
    expect(body).toContain('<link rel="icon" href="https://cdn.example/i.png">');
    const data = /<script type="application\/json" id="site-config">(.*?)<\/script>/.exec(body)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ domain, site_desc: nasty });
    expect(headers['content-security-policy']).toContain("img-src 'self' data: blob: https://cdn.example/i.png");
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('allows exactly the files of this domain and the nonce of its one inline script', async () => {
    const { domain } = await branded({
      custom_js_urls: ['https://cdn.example/a;b.js?v=1'],
      custom_css_urls: ['https://cdn.example/a.css'],
      custom_css_json: { 'a > b': { color: 'red' } },
      custom_js_content: "window.acme = '$&'",
    });
    const { body, headers } = await pageOf(domain);
    const policy = String(headers['content-security-policy']);
    const nonce = /script-src 'self' 'nonce-([^']+)' https:\/\/cdn\.example\/a%3Bb\.js;/.exec(policy)?.[1] ?? '';
    expect(body).toContain(`<script nonce="${nonce}" data-site>window.acme = '$&'</script>`);
    expect(policy).toContain("style-src 'self' 'unsafe-inline' https://cdn.example/a.css;");
    expect(body).toContain('<style data-site>a > b{color:red}</style></head>');
    expect(body).toContain('<script src="https://cdn.example/a;b.js?v=1" defer data-site></script></body>');
    expect((await pageOf(domain)).headers['content-security-policy']).not.toBe(policy);
    const other = await pageOf('elsewhere.example');
    expect(other.headers['content-security-policy']).toContain("script-src 'self';");
    expect(other.body).not.toContain('cdn.example');
  });

  it('is served also when a name of the branding is one that nobody can read', async () => {
    const { domain, answer } = await branded({ custom_js_urls: ['https://xn--0.example/a.js'] });
    expect(answer.status).toBe(200);
    expect((await pageOf(domain)).statusCode).toBe(200);
  });

  it('is answered in a word when nothing changed, and again after a change', async () => {
    const { id, domain, body } = await branded({ site_title: 'First' });
    const { etag } = (await pageOf(domain)).headers;
    expect((await pageOf(domain, { 'if-none-match': String(etag) })).statusCode).toBe(304);
    await update(id, { ...body, version: 2, config: { ...body.config, site_title: 'Second' } });
    const fresh = await pageOf(domain, { 'if-none-match': String(etag) });
    expect(fresh.statusCode).toBe(200);
    expect(fresh.body).toContain('<title>Second</title>');
  });

  it('is still served while the database is away', async () => {
    const { domain } = await branded({ site_title: 'Here' });
    await pageOf(domain);
    const { db } = test.ground;
    test.ground.db = new Proxy(db, {
      get: () => () => {
        throw new Error('away');
      },
    });
    try {
      test.clock.advance(60_000);
      expect((await pageOf(domain)).body).toContain('<title>Here</title>');
      expect((await pageOf('never-seen.example')).body).toContain('<title>Tradewind</title>');
    } finally {
      test.ground.db = db;
    }
  });
});

describe('page views', () => {
  it('are counted like calls: whoever asks for one after the other under made-up names is told to wait', async () => {
    const web = mkdtempSync(join(tmpdir(), 'tradewind-web-'));
    writeFileSync(join(web, 'index.html'), page);
    const small = await startTestApp({ WEB_DIR: web, CALLS_PER_MINUTE: '5' });
    try {
      const view = (n: number) => small.app.fastify.inject({ url: '/login', headers: { host: `h${n}.example` } });
      const codes = [];
      for (let n = 0; n < 6; n += 1) codes.push((await view(n)).statusCode);
      expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    } finally {
      await small.close();
    }
  });
});

describe('texts of a custom language', () => {
  const textsOf = (host: string, language: string) =>
    test.call('GET', `/api/config/texts/${language}`, { headers: { host } });

  it('come flat from the address of the domain, and only of its languages', async () => {
    answers['/de.json'] = {
      status: 200,
      body: JSON.stringify({ menu: { orders: 'Bestellungen' }, 'menu.quotes': 'Angebote' }),
    };
    const { domain } = await branded({
      custom_lang_urls: [{ language: 'de', name: 'Deutsch', url: `${base}/de.json` }],
    });
    expect((await textsOf(domain, 'de')).body.data).toEqual({
      'menu.orders': 'Bestellungen',
      'menu.quotes': 'Angebote',
    });
    expect((await textsOf(domain, 'fr')).status).toBe(404);
    expect((await textsOf('elsewhere.example', 'de')).status).toBe(404);
  });

  it.each([
    ['is missing', { status: 404, body: '' }],
    ['is no JSON', { status: 200, body: '<html>' }],
    ['holds no texts', { status: 200, body: '{"menu":[1]}' }],
    ['is huge', { status: 200, body: JSON.stringify({ a: 'x'.repeat(300_000) }) }],
  ])('are empty when the dictionary %s', async (what, answer) => {
    const path = `/${encodeURIComponent(what)}.json`;
    answers[path] = answer;
    const { domain } = await branded({ custom_lang_urls: [{ language: 'de', name: 'Deutsch', url: base + path }] });
    expect(await textsOf(domain, 'de')).toMatchObject({ status: 200, body: { data: {} } });
  });
});
