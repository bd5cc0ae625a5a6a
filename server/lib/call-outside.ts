import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { FetchError, guardedLookup } from './fetch-outside.ts';

export type OutsideCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  maxBytes: number;
};
export type OutsideAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Whether an address that a user typed may be called at all: https, no name and password in it, no bare address. */
export function isCallable(url: URL, allowPrivate: boolean): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (allowPrivate) return url.protocol === 'https:' || url.protocol === 'http:';
  return url.protocol === 'https:' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
}

/**
 * Calls a server that a user named. Private addresses are refused at the moment of connecting, whatever the name said
 * before; redirects are answered, not followed. Throws `FetchError`.
 */
export async function callOutside(url: URL, call: OutsideCall, allowPrivate: boolean): Promise<OutsideAnswer> {
  if (!isCallable(url, allowPrivate)) throw new FetchError(`${url.host} is not called`, true);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const fail = (message: string, final: boolean) => {
      request.destroy();
      reject(new FetchError(message, final));
    };
    const { method, headers, body } = call;
    const signal = AbortSignal.timeout(call.timeoutMs);
    const request = send(url, { method, headers, lookup: guardedLookup({ allowPrivate }), signal }, (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      answer.on('data', (part: Buffer) => {
        size += part.length;
        if (size > call.maxBytes) return fail('the answer is larger than allowed', true);
        parts.push(part);
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
      answer.on('error', () => fail('the answer broke off', false));
    });
    request.on('error', (error) => fail(error.message, error instanceof FetchError && error.final));
    request.end(body);
  });
}
