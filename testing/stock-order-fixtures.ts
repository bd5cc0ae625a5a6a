import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import type { TestApp } from './app.ts';
import type { Place } from './people.ts';
import { yiwu } from './stock-fixtures.ts';

type Callers = Pick<TestApp, 'call' | 'clock'>;
type Ids = { account_id: string; id: string };

/** A day so many days from now. */
export const dayIn = (test: Pick<Place, 'clock'>, days: number): string =>
  new Date(test.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

export const askStockOrder = (
  test: Callers,
  token: string,
  lines: readonly { sku_id: string; quantity: number }[],
  more: object = {},
) =>
  test.call('POST', '/api/stock_orders', {
    token,
    key: uuid(),
    body: { warehouse_id: yiwu, lines, ...more },
  });

/** An agent's answer: 2.50 a piece, 2.20 from 500 on, freight at 3.00 a kg, 30 % deposit. */
export const quoteBody = (test: Pick<Place, 'clock'>, version: number, lines = 1, more: object = {}) => ({
  version,
  lines: Array.from({ length: lines }, (_, index) => ({
    line: index + 1,
    breaks: [
      { from: 1, unit_price: 250 },
      { from: 500, unit_price: 220 },
    ],
    pack: 10,
    moq: 50,
    delivery_piece: 300,
  })),
  deposit_percent: 30,
  freight_kg: 300,
  branding_fee: 1_500,
  ready_on: dayIn(test, 10),
  eta: dayIn(test, 15),
  valid_until: dayIn(test, 7),
  answer: 'Ready in ten days.',
  ...more,
});

const staff = ({ account_id, id }: Ids) => `/api/staff/stock_orders/${account_id}/${id}`;
/** A staff act on a client's stock order. */
export const staffStockOrder = (
  test: Callers,
  token: string,
  ids: Ids,
  what: string,
  body: object,
  key: string = uuid(),
) => test.call('POST', `${staff(ids)}/${what}`, { token, key, body });

const boundary = 'tradewind-check';

/** A photo as the warehouse takes it. */
export const checkPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: '#8a6d4b' } })
    .jpeg()
    .toBuffer();

/** Uploads a picture of a quality check. */
export async function uploadCheck(test: TestApp, token: string, accountId: string, bytes?: Buffer) {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="carton.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: `/api/staff/files/${accountId}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
    payload: Buffer.concat([Buffer.from(head), bytes ?? (await checkPhoto()), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, body: answer.json() };
}
