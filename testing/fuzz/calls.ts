import { randomUUID } from 'node:crypto';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { breakOnce, breakQuery, breakText, wrongTypes } from './breaking.ts';
import type { Random } from './random.ts';
import { type Schema, type Source, valueFor } from './values.ts';

export type Access = { kind: 'public' | 'user' | 'merchant' | 'staff'; roles?: readonly string[] };

/** One operation of the OpenAPI document. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  access: Access;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[];
  body: Schema | null;
  isUpload: boolean;
};

type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        'x-access': Access;
        parameters: Operation['parameters'];
        requestBody?: { content: Record<string, { schema: Schema }> };
      }
    >
  >;
};

/** The contract's side of an operation, whose id is `feature.name`. */
export function endpointOf(operation: string): Endpoint {
  const [feature = '', name = ''] = operation.split('.');
  return (contract as Record<string, Record<string, Endpoint>>)[feature]?.[name] as Endpoint; // operations come from the contract
}

export function operationsOf(document: Record<string, unknown>): Operation[] {
  return Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, ...more }]) => {
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        access: more['x-access'],
        parameters,
        body: requestBody?.content['application/json']?.schema ?? null,
        isUpload: endpointOf(operationId).upload === true,
      };
    }),
  );
}

/** A call as it is sent; all that is needed to send it again. */
export type FuzzCall = {
  operation: string;
  method: string;
  path: string;
  params: Record<string, string>;
  query: [string, string][];
  headers: Record<string, string>;
  /** The body as a value where it still is one, else the text or bytes that are sent. */
  body: Record<string, unknown> | string | Buffer | null;
};

/** Makes a call of an operation: right by its schema, or with one thing broken. */
export function callOf(operation: Operation, source: Source, isBroken: boolean): FuzzCall {
  const { random } = source;
  const params: Record<string, string> = {};
  const query: [string, string][] = [];
  for (const { name, in: where, required, schema } of operation.parameters) {
    if (where === 'path') params[name] = String(valueFor(schema, nameInPath(operation.path, name), source));
    if (where === 'query' && (required || random.chance(0.25)))
      query.push([name, textOf(valueFor(schema, name, source))]);
  }
  const call: FuzzCall = {
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    params,
    query,
    headers: { 'idempotency-key': randomUUID() },
    body: null,
  };
  if (operation.isUpload) withFile(call, random, isBroken);
  else if (operation.body) {
    call.body = valueFor(operation.body, 'body', source) as Record<string, unknown>;
    call.headers['content-type'] = 'application/json';
  }
  if (isBroken) breakCall(call, random);
  return call;
}

/** `{id}` is named by the noun before it. */
const nameInPath = (path: string, name: string) =>
  name === 'id' ? (/([a-z_]+)\/\{id\}/.exec(path)?.[1] ?? name) : name;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function breakCall(call: FuzzCall, random: Random): void {
  const ways = [
    () => breakQuery(call.query, random),
    () => {
      const [name] = Object.keys(call.params);
      if (name)
        call.params[name] = random.pick(['x', '%00', "'; DROP TABLE orders; --", '../x', '0', 'a\0', 'x'.repeat(299)]);
    },
    () => {
      call.headers['idempotency-key'] = random.pick(['', 'x', 'ключ', 'y'.repeat(200)]);
    },
  ];
  if (typeof call.body === 'object' && call.body !== null && !Buffer.isBuffer(call.body)) {
    const { body } = call;
    const breakBody = () => breakOnce(body, random);
    ways.push(breakBody, breakBody, breakBody, breakBody, () => {
      call.body = breakText(JSON.stringify(body), random);
    });
    ways.push(() => {
      call.headers['content-type'] = random.pick(wrongTypes);
    });
  }
  random.pick(ways)();
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const contents = [
  png,
  Buffer.from('%PDF-1.4\n%x\n'),
  Buffer.from('Name,Email\n#1001,a@example.com\n'),
  Buffer.alloc(0),
  Buffer.alloc(64, 1),
];
const purposes = ['recharge_proof', 'order_import', 'claim_evidence', 'image_search', 'mapping', '', 'x'];

/** Gives the call a form with a file; a broken one ends early. */
function withFile(call: FuzzCall, random: Random, isBroken: boolean): void {
  const boundary = 'tradewind-fuzz';
  const name = random.pick(['a.png', 'proof.pdf', 'orders.csv', '../../x', '灯.png', 'a\0.png']);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${random.pick(purposes)}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head), random.pick(contents), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  call.headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
  call.body = isBroken && random.chance(0.5) ? whole.subarray(0, random.between(0, whole.length - 1)) : whole;
}

export function urlOf({ path, params, query }: FuzzCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return search === '' ? filled : `${filled}?${search}`;
}

/** What is sent as the body; undefined for none. */
export function payloadOf({ body }: FuzzCall): string | Buffer | undefined {
  if (body === null) return undefined;
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

/** Smaller calls, each with one part less, for finding the least that still fails. */
export function* smallerCalls(call: FuzzCall): Generator<FuzzCall> {
  for (const at of call.query.keys()) yield { ...call, query: call.query.filter((_one, index) => index !== at) };
  if (typeof call.body !== 'object' || call.body === null || Buffer.isBuffer(call.body)) return;
  for (const key of Object.keys(call.body)) {
    const { [key]: _left, ...body } = call.body;
    yield { ...call, body };
  }
}
