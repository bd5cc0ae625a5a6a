import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMailer, MailError, messageIdFor, type Mailer, type MailToSend } from '#server/lib/mail.ts';
import { testPool } from '../test-pool.ts';
import { linksOf } from './mail-links.ts';
import { startMail, type Mail } from './mail.ts';

const FROM = 'Tradewind <no-reply@tradewind.example>';
let database: Awaited<ReturnType<typeof testPool>>;
let mail: Mail;
let mailer: Mailer;
let app: FastifyInstance;
let count = 0;

beforeAll(async () => {
  database = await testPool();
  mail = await startMail({ pool: database.pool, smtpPort: 0 });
  mailer = createMailer({ smtpUrl: mail.smtpUrl, from: FROM });
  app = Fastify();
  await app.register(mail.plugin);
}, 60_000);

afterAll(async () => {
  mailer.close();
  await app.close();
  await mail.close();
  await database.close();
});

beforeEach(() => mail.faults.clear());

function message(changes: Partial<MailToSend> = {}): MailToSend {
  count += 1;
  return {
    to: `jane${count}@shop.example`,
    subject: `Your order ${count}`,
    text: `Open http://localhost:8080/orders?id=${count}.`,
    html: `<p>Open <a href="http://localhost:8080/orders?id=${count}&amp;from=mail">your order</a></p>`,
    messageId: messageIdFor(`row-${count}`, FROM),
    ...changes,
  };
}

async function failure(action: Promise<unknown>): Promise<MailError> {
  const error = await action.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(MailError);
  return error as MailError; // just checked
}

describe('mail over SMTP', () => {
  test('a message arrives with its subject, both parts, its links and its own Message-ID', async () => {
    const sent = message({ to: 'Jane.Doe@Shop.example', subject: 'Größe bestätigt 你好 🎉' });
    await mailer.send(sent);
    const [received] = await mail.messages({ to: 'jane.doe@shop.example' });
    expect(received).toMatchObject({
      from: 'no-reply@tradewind.example',
      to: ['jane.doe@shop.example'],
      subject: sent.subject,
      messageId: sent.messageId,
    });
    expect(received?.text.trim()).toBe(sent.text);
    expect(received?.html).toContain('your order');
    expect(received?.links).toEqual([
      `http://localhost:8080/orders?id=${count}&from=mail`,
      `http://localhost:8080/orders?id=${count}`,
    ]);
  });

  test('messages to others are not listed, the newest comes first', async () => {
    const first = message();
    await mailer.send(first);
    await mailer.send(message());
    await mailer.send({ ...message(), to: first.to, subject: 'Second' });
    expect((await mail.messages({ to: first.to })).map((found) => found.subject)).toEqual(['Second', first.subject]);
    expect(await mail.messages({ to: first.to, subject: 'sEcOnd' })).toHaveLength(1);
  });

  test('a line break in a subject or an address cannot add a header or a recipient', async () => {
    const sent = message({ subject: 'Hello\r\nBcc: thief@evil.example' });
    await mailer.send(sent);
    expect(await mail.messages({ to: 'thief@evil.example' })).toEqual([]);
    await mailer.send(message({ to: `a${count}@shop.example, thief@evil.example` })).catch(() => undefined);
    expect(await mail.messages({ to: 'thief@evil.example' })).toEqual([]);
  });

  test('messages survive a restart of the mail box', async () => {
    const sent = message();
    await mailer.send(sent);
    const second = await startMail({ pool: database.pool, smtpPort: 0 });
    expect(await second.messages({ to: sent.to })).toHaveLength(1);
    await second.close();
  });
});

describe('waiting', () => {
  test('a message that is there already is found at once, a later one as soon as it comes', async () => {
    const sent = message();
    const waiting = mail.waitFor({ to: sent.to, subject: 'order' });
    await mailer.send({ ...sent, subject: 'Something else' });
    await mailer.send(sent);
    expect((await waiting).subject).toBe(sent.subject);
    const present = await mail.waitFor({ to: sent.to, subject: 'order' });
    const next = mail.waitFor({ to: sent.to, subject: 'order', after: present.id });
    await mailer.send(sent);
    expect((await next).id).toBeGreaterThan(present.id);
  });

  test('waiting ends with a sentence that says what was missing', async () => {
    await expect(mail.waitFor({ to: 'nobody@shop.example', subject: 'Verify', timeoutMs: 50 })).rejects.toThrow(
      'No mail to nobody@shop.example with "Verify" in its subject',
    );
  });
});

describe('faults', () => {
  test('a refused recipient is a permanent failure, and only the ordered number is refused', async () => {
    mail.faults.set({ rejectNext: 1 });
    expect(await failure(mailer.send(message()))).toMatchObject({ permanent: true, responseCode: 550 });
    await mailer.send(message());
    expect(mail.faults.get().rejectNext).toBe(0);
  });

  test('a temporary failure may be tried again', async () => {
    mail.faults.set({ deferNext: 1 });
    const sent = message();
    expect(await failure(mailer.send(sent))).toMatchObject({ permanent: false, responseCode: 451 });
    await mailer.send(sent);
    expect(await mail.messages({ to: sent.to })).toHaveLength(1);
  });

  test('when the answer is lost the retry arrives as a second copy with the same Message-ID', async () => {
    mail.faults.set({ loseAnswerNext: 1 });
    const sent = message();
    await mailer.send(sent).catch((error: unknown) => expect(error).toMatchObject({ permanent: false }));
    await mailer.send(sent);
    const copies = await mail.messages({ to: sent.to });
    expect(copies.length).toBeGreaterThanOrEqual(2);
    expect(new Set(copies.map((copy) => copy.messageId))).toEqual(new Set([sent.messageId]));
  });

  test('a slow server delays and delivers', async () => {
    mail.faults.set({ slowMs: 60 });
    const sent = message();
    await mailer.send(sent);
    expect(await mail.messages({ to: sent.to })).toHaveLength(1);
  });

  test('a mail server that is not there is a failure worth a retry', async () => {
    const absent = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: FROM });
    expect(await failure(absent.send(message()))).toMatchObject({ permanent: false, responseCode: null });
    absent.close();
  });
});

describe('pages', () => {
  test('the list searches by a part of an address and the message page isolates its HTML', async () => {
    const sent = message({
      to: 'findme@shop.example',
      subject: '<b>Bold</b>',
      html: '<script>alert(1)</script><p>"Hi"</p>',
    });
    await mailer.send(sent);
    const [received] = await mail.messages({ to: sent.to });
    const list = await app.inject('/mail?q=findm');
    expect(list.body).toContain('&lt;b&gt;Bold&lt;/b&gt;');
    expect((await app.inject('/mail?q=zzzz')).body).toContain('No mail to an address');
    const shown = await app.inject(`/mail/${received?.id}`);
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain('<iframe sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(shown.body).toContain('&lt;script&gt;alert(1)');
    expect(shown.body).not.toContain('<script>');
    expect(shown.body).toContain(`href="${sent.text.slice(5, -1)}"`);
    expect((await app.inject('/mail/999999')).statusCode).toBe(404);
  });

  test('the JSON list filters and can wait', async () => {
    const sent = message();
    const waiting = app.inject(`/mail/api/messages?to=${encodeURIComponent(sent.to)}&wait_ms=20000`);
    await mailer.send(sent);
    const { messages } = (await waiting).json<{ messages: { subject: string; message_id: string }[] }>();
    expect(messages).toMatchObject([{ subject: sent.subject, message_id: sent.messageId, to: [sent.to] }]);
    expect((await app.inject('/mail/api/messages?to=no@one.example&wait_ms=10')).json()).toEqual({ messages: [] });
    expect((await app.inject('/mail/api/messages?after=x')).statusCode).toBe(400);
  });
});

test('links are read from both parts, decoded, once each, web addresses only', () => {
  expect(
    linksOf(
      'See https://a.example/x, or (https://b.example/y).',
      `<a href='https://a.example/x'>a</a><a href="javascript:alert(1)">b</a><a href="https://c.example/?a=1&amp;b=2">c</a>`,
    ),
  ).toEqual(['https://a.example/x', 'https://c.example/?a=1&b=2', 'https://b.example/y']);
});
