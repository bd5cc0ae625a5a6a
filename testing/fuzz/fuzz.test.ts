import { expect, it } from 'vitest';
import { messages } from '#contract/spec-texts.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { bySize, isSoak, reportProgress } from '../size.ts';
import { checkLedger } from '../wallet-fixtures.ts';
import { callOf, endpointOf, type FuzzCall, operationsOf, payloadOf, smallerCalls, urlOf } from './calls.ts';
import { type Caller, type FuzzStage, fuzzStage } from './people.ts';
import { randomFrom } from './random.ts';

// Calls of every operation of the OpenAPI document: right by its schema, or with one thing broken, by everybody who may
// call or may not. FUZZ_SEED and FUZZ_CALLS repeat a run.
const seed = Number(process.env.FUZZ_SEED ?? 20261122);
const count = Number(process.env.FUZZ_CALLS ?? bySize(2_000, 100_000));
/** Failures after which a run ends: the first ones say enough. */
const mostFailures = 20;

/** Words of the validation library, which no sentence may have. */
const libraryWords =
  /Invalid input|Invalid option|Unrecognized key|expected .+ received|received undefined|Too (?:small|big):/;

/** Texts that the specification fixes, full sentences or not. */
const fixedTexts = new Set<string>(Object.values(messages));

type Answer = { status: number; body: string; json: unknown };
type Failure = { problem: string; caller: string; call: FuzzCall; answer: string };

it(`answers ${count.toLocaleString('en-US')} right and broken calls of every operation, by everybody, without a fault`, {
  timeout: isSoak ? 0 : 300_000,
}, async () => {
  // Nobody listens at the shops, the card company and the mail server.
  const test = await startTestApp({
    CALL_SECONDS: isSoak ? '5' : '20', // the gate shares its cores with other tests
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_API_URL: 'http://127.0.0.1:1',
    SHOPIFY_SHOP_URL: 'http://127.0.0.1:1/{shop}',
  });
  const stage = await fuzzStage(test);
  try {
    const { failures, fitting, statuses } = await run(test, stage);
    reportProgress(
      `calls, ${Math.round((100 * fitting) / count)}% of them valid; ${JSON.stringify(statuses)}`,
      count,
      count,
    );
    expect(failures.map(reported).join('\n\n'), `seed ${seed}`).toBe('');
    expect(fitting / count, `calls that pass validation; answers: ${JSON.stringify(statuses)}`).toBeGreaterThanOrEqual(
      0.3,
    );
    expect(await test.call('GET', '/api/health/ready')).toMatchObject({ status: 200 });
    for (const account of stage.accounts) expect(await checkLedger(test, account)).toMatchObject({ ok: true });
  } finally {
    await stage.close();
    await test.close();
  }
});

async function run(test: TestApp, stage: FuzzStage) {
  const operations = operationsOf(openApiDocument('http://localhost:8080'));
  const failures: Failure[] = [];
  const statuses: Record<number, number> = {};
  let fitting = 0;
  for (let at = 0; at < count && failures.length < mostFailures; at += 1) {
    if (at > 0 && at % 250 === 0) {
      await stage.renewCallers();
      await stage.readRows();
      reportProgress('calls', at, count);
    }
    const random = randomFrom(seed * 1_000_003 + at);
    const operation = random.pick(operations);
    const caller = stage.callerFor(operation.access, random);
    const call = callOf(operation, { random, idFor: (name) => stage.idFor(caller, name, random) }, random.chance(0.45));
    const answer = await send(test, caller, call);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (![401, 403].includes(answer.status) && fits(call)) fitting += 1;
    const problem = problemOf(stage, caller, call, answer);
    if (
      problem === null ||
      failures.some((known) => known.problem === problem && known.call.operation === call.operation)
    )
      continue;
    const least = await leastOf(test, stage, caller, call, problem);
    const failure = { problem, caller: caller.role, call: least, answer: answer.body.slice(0, 500) };
    failures.push(failure);
    if (isSoak) process.stdout.write(`${reported(failure)}\n\n`); // a long run may be stopped before its end
  }
  return { failures, fitting, statuses };
}

async function send(test: TestApp, caller: Caller, call: FuzzCall): Promise<Answer> {
  const payload = payloadOf(call);
  const answer = await test.app.fastify.inject({
    method: call.method as 'GET',
    url: urlOf(call),
    headers: { ...call.headers, ...(caller.token && { authorization: `Bearer ${caller.token}` }) },
    ...(payload !== undefined && { payload }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json') && answer.body !== '';
  return { status: answer.statusCode, body: answer.body, json: isJson ? answer.json() : null };
}

/** Whether the call passes validation: all parts that its endpoint declares fit their schemas. */
function fits(call: FuzzCall): boolean {
  const { params, query, body } = endpointOf(call.operation);
  if (params && !params.safeParse(call.params).success) return false;
  if (query && !query.safeParse(Object.fromEntries(call.query)).success) return false;
  if (!body) return true;
  return typeof call.body === 'object' && !Buffer.isBuffer(call.body) && body.safeParse(call.body).success;
}

/** What is wrong with an answer; null when nothing is. A call that ran into its time limit is answered with 503. */
function problemOf(stage: FuzzStage, caller: Caller, call: FuzzCall, { status, body, json }: Answer): string | null {
  if (status >= 500) return `answered ${status}`;
  const leaks = stage.leaksIn(caller, `${urlOf(call)}${String(payloadOf(call) ?? '')}`, body);
  if (leaks.length > 0) return `shows what is another account's: ${leaks.slice(0, 3).join(', ')}`;
  if (status < 400) return null;
  const { message = '', errors = {} } = (json ?? {}) as { message?: string; errors?: Record<string, string[]> };
  if (!/[\p{L}\d].*[.!?…。？！]$/su.test(message) && !fixedTexts.has(message)) return 'refuses without a full sentence';
  const speaksLibrary = [message, ...Object.values(errors).flat()].some((sentence) => libraryWords.test(sentence));
  return speaksLibrary ? 'speaks the words of the validation library' : null;
}

/** The call without whatever it can do without and still go wrong in the same way. */
async function leastOf(test: TestApp, stage: FuzzStage, caller: Caller, call: FuzzCall, problem: string) {
  let least = call;
  for (let tries = 0, isSmaller = true; isSmaller && tries < 40; ) {
    isSmaller = false;
    for (const smaller of smallerCalls(least)) {
      tries += 1;
      if (problemOf(stage, caller, smaller, await send(test, caller, smaller)) !== problem) continue;
      least = smaller;
      isSmaller = true;
      break;
    }
  }
  return least;
}

function reported({ problem, caller, call, answer }: Failure): string {
  const body = payloadOf(call);
  const lines = [`${call.operation} ${problem}, called by ${caller}:`, `${call.method} ${urlOf(call)}`];
  for (const [name, value] of Object.entries(call.headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined)
    lines.push(Buffer.isBuffer(body) ? `base64 ${body.toString('base64')}` : body.slice(0, 4_000));
  lines.push(`-> ${answer}`);
  return lines.join('\n');
}
