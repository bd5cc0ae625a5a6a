// Verifies wallet statements without network and without any package: the page beside this file and
// `npm run verify-statement` run this same code. The format is described in docs/STATEMENTS.md.

export const format = 'tradewind-statement-1';
const encoder = new TextEncoder();

/** JSON without white space, names of objects sorted: one text for one content. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

/** What the signature covers. */
export const signedText = (statement) => `${format}\n${canonical(statement)}`;

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const fromBase64 = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const sha256 = async (bytes) => hex(await crypto.subtle.digest('SHA-256', bytes));

/** The hash by which the next statement names this one. */
export const statementHash = (statement) => sha256(encoder.encode(canonical(statement)));

/** The text under a transaction's hash: the ledger's own, of fixed positions. */
function transactionText(account, tx) {
  return JSON.stringify([
    account,
    tx.seq,
    tx.id,
    tx.at,
    tx.kind,
    [tx.ref.kind, tx.ref.id, tx.ref.label],
    tx.memo,
    [tx.actor.kind, tx.actor.user_id],
    tx.idempotency_key,
    tx.entries.map((entry) => [
      entry.line,
      entry.ledger_account,
      entry.amount,
      entry.currency,
      entry.balance_after,
      entry.overdraws,
    ]),
  ]);
}

async function transactionHash(previous, account, tx) {
  const text = encoder.encode(transactionText(account, tx));
  const bytes = new Uint8Array(32 + text.length);
  bytes.set(fromHex(previous));
  bytes.set(text, 32);
  return sha256(bytes);
}

const problem = (code, where = {}) => ({ code, ...where });

/** The statement's PDF, a ZIP of several, and its CSV: copies to read, which nothing signs. */
const isCopy = (bytes) => /^(%PDF-|PK|transaction,)/.test(new TextDecoder().decode(bytes.subarray(0, 20)));

/** Reads a file's bytes; a file that was changed in any way but its content is named by its first other byte. */
export function readStatement(bytes) {
  if (isCopy(bytes)) return { problems: [problem('unsigned')] };
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { problems: [problem('not_utf8')] };
  }
  let document;
  try {
    document = JSON.parse(text);
  } catch {
    return { problems: [problem('not_json')] };
  }
  if (document?.format !== format || !isShaped(document)) return { problems: [problem('not_a_statement')] };
  const expected = encoder.encode(`${canonical(document)}\n`);
  const other = expected.findIndex((byte, at) => byte !== bytes[at]);
  if (other !== -1) return { document, problems: [problem('other_bytes', { byte: other + 1 })] };
  if (expected.length !== bytes.length)
    return { document, problems: [problem('other_bytes', { byte: expected.length + 1 })] };
  return { document, problems: [] };
}

/** What a file tells, whether or not it is right. */
export const statementOf = (bytes) => readStatement(bytes).document?.statement;

const isText = (value) => typeof value === 'string';
const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isWhole = (value) => Number.isSafeInteger(value);
const isPoint = (point) =>
  isWhole(point?.seq) &&
  isHash(point.hash) &&
  Array.isArray(point.balances) &&
  point.balances.every((one) => isText(one?.ledger_account) && isWhole(one.amount));
const isEntry = (entry) =>
  isWhole(entry?.line) && isWhole(entry.amount) && isWhole(entry.balance_after) && isText(entry.ledger_account);
const isTransaction = (tx) =>
  isWhole(tx?.seq) &&
  isHash(tx.hash) &&
  [tx.id, tx.at, tx.kind, tx.memo, tx.idempotency_key].every(isText) &&
  typeof tx.ref === 'object' &&
  tx.ref !== null &&
  typeof tx.actor === 'object' &&
  tx.actor !== null &&
  Array.isArray(tx.entries) &&
  tx.entries.every(isEntry);

function isShaped({ signature, statement }) {
  return (
    isText(signature?.key_id) &&
    isText(signature.value) &&
    isText(statement?.account?.id) &&
    isText(statement.currency) &&
    isText(statement.issued_at) &&
    isWhole(statement.position) &&
    isText(statement.period?.from) &&
    isText(statement.period.to) &&
    (statement.previous === null || isHash(statement.previous?.hash)) &&
    isPoint(statement.opening) &&
    isPoint(statement.closing) &&
    Array.isArray(statement.transactions) &&
    statement.transactions.every(isTransaction)
  );
}

const mapOf = (balances) => new Map(balances.map(({ ledger_account, amount }) => [ledger_account, amount]));
const without0 = (balances) => [...balances].filter(([, amount]) => amount !== 0).sort(([a], [b]) => (a < b ? -1 : 1));

/** Computes entries, balances and hashes again; each transaction that does not fit is named, and no more than ten. */
async function ledgerProblems(statement) {
  const { account, opening, closing, transactions, currency } = statement;
  const found = [];
  const balances = mapOf(opening.balances);
  if ([...balances.values()].reduce((sum, amount) => sum + amount, 0) !== 0) found.push(problem('opening_not_zero'));
  let { seq, hash } = opening;
  for (const tx of transactions) {
    const at = { seq: tx.seq, label: tx.ref.label };
    if (tx.seq !== seq + 1) found.push(problem('missing', { ...at, expected: seq + 1 }));
    if (tx.entries.reduce((sum, entry) => sum + entry.amount, 0) !== 0) found.push(problem('not_zero', at));
    for (const entry of tx.entries) {
      const after = (balances.get(entry.ledger_account) ?? 0) + entry.amount;
      if (after !== entry.balance_after) found.push(problem('balance', { ...at, line: entry.line }));
      if (entry.currency !== currency) found.push(problem('currency', { ...at, line: entry.line }));
      balances.set(entry.ledger_account, after);
    }
    if ((await transactionHash(hash, account.id, tx)) !== tx.hash) found.push(problem('hash', at));
    ({ seq, hash } = tx);
    if (found.length >= 10) return found;
  }
  if (closing.seq !== seq || closing.hash !== hash) found.push(problem('closing_head'));
  if (canonical(without0(balances)) !== canonical(without0(mapOf(closing.balances))))
    found.push(problem('closing_balances'));
  return found;
}

/** Whether one of the provider's keys signed it, and at a time when that key was in use. */
async function signatureProblems({ signature, statement }, keys) {
  const key = keys.find(({ id }) => id === signature.key_id);
  if (!key) return [problem('unknown_key', { key: signature.key_id })];
  const issued = Date.parse(statement.issued_at);
  const isInTime = issued >= Date.parse(key.from) && (key.until === null || issued <= Date.parse(key.until));
  if (!isInTime) return [problem('key_not_in_use', { key: key.id })];
  try {
    const imported = await crypto.subtle.importKey('raw', fromBase64(key.public_key), 'Ed25519', false, ['verify']);
    const value = fromBase64(signature.value);
    const isGood = await crypto.subtle.verify('Ed25519', imported, value, encoder.encode(signedText(statement)));
    return isGood ? [] : [problem('signature')];
  } catch (error) {
    return [problem(error?.name === 'NotSupportedError' ? 'cannot_verify' : 'signature')];
  }
}

/** Hash of the ledger after each transaction that a statement reports. */
function points({ opening, closing, transactions }) {
  const all = [opening, ...transactions, closing];
  return new Map(all.map(({ seq, hash }) => [seq, hash]));
}

const periodOf = ({ period }) => ({ period: `${period.from} – ${period.to}` });

/** How two statements meet: what one says otherwise, or whether they have a point of the ledger in common, or neither. */
async function meeting(later, earlier) {
  const [mine, theirs] = [points(later), points(earlier)];
  const shared = [...theirs.keys()].filter((seq) => mine.has(seq));
  const rewritten = shared.find((seq) => mine.get(seq) !== theirs.get(seq));
  if (rewritten !== undefined) return { problem: problem('rewritten', { ...periodOf(earlier), seq: rewritten }) };
  if (later.previous !== null && earlier.position === later.position - 1) {
    if ((await statementHash(earlier)) === later.previous.hash) return { connected: true };
    return { problem: problem('other_previous', periodOf(earlier)) };
  }
  return { connected: shared.length > 0 };
}

/** Transactions between a statement and those that are connected, which neither side reports. */
function gapOf(known, apart) {
  const openings = known.map(({ opening }) => opening.seq).filter((seq) => seq > apart.closing.seq);
  const between =
    openings.length > 0
      ? { after: apart.closing.seq, before: Math.min(...openings) }
      : { after: Math.max(...known.map(({ closing }) => closing.seq)), before: apart.opening.seq };
  return problem('gap', { ...periodOf(apart), ...between });
}

/**
 * What the ledgers of earlier statements say otherwise, and where nothing connects them: one of them may be what connects
 * another, so each is compared with all that are connected already, whatever their sequence.
 */
async function earlierProblems(statement, earlier) {
  const isOwn = ({ account }) => account.id === statement.account.id;
  const found = earlier.filter((one) => !isOwn(one)).map((one) => problem('other_account', periodOf(one)));
  const known = [statement];
  const waiting = earlier
    .filter(isOwn)
    .sort((a, b) => b.closing.seq - a.closing.seq)
    .map((one) => ({ one, met: { connected: false } }));
  while (waiting.length > 0) {
    for (const other of waiting) {
      const met = await meeting(...inSequence(known.at(-1), other.one));
      if (met.problem || met.connected) other.met = met;
    }
    const next = waiting.findIndex(({ met }) => met.connected || met.problem);
    const [{ one, met }] = waiting.splice(Math.max(next, 0), 1);
    if (met.problem) found.push(met.problem);
    else if (!met.connected) found.push(gapOf(known, one));
    known.push(one);
  }
  return found;
}

/** The one that was issued later first. */
const inSequence = (a, b) => (a.position >= b.position ? [a, b] : [b, a]);

/**
 * Verifies a statement: its bytes, its entries, hashes and balances, its signature by one of the provider's keys, and that it
 * goes on from earlier statements. The verdict is `valid`, `broken`, or `unknown` where nothing is wrong and something
 * could not be checked.
 */
export async function verify(bytes, { keys = [], earlier = [] } = {}) {
  const { document, problems } = readStatement(bytes);
  if (!document) return { verdict: problems[0].code === 'unsigned' ? 'unknown' : 'broken', problems };
  const { statement } = document;
  const found = [...problems, ...(await ledgerProblems(statement)), ...(await signatureProblems(document, keys))];
  const statements = [];
  for (const file of earlier) {
    const before = readStatement(file.bytes);
    if (!before.document) found.push(problem('earlier_unreadable', { file: file.name }));
    else {
      const own = [
        ...before.problems,
        ...(await ledgerProblems(before.document.statement)),
        ...(await signatureProblems(before.document, keys)),
      ];
      if (own.length > 0) found.push(problem('earlier_broken', { file: file.name, first: own[0] }));
      statements.push(before.document.statement);
    }
  }
  found.push(...(await earlierProblems(statement, statements)));
  const undecided = ['gap', 'cannot_verify'];
  const isBroken = found.some(({ code }) => !undecided.includes(code));
  const verdict = isBroken ? 'broken' : found.length > 0 ? 'unknown' : 'valid';
  return { verdict, problems: found, statement };
}

const sentences = {
  unsigned: () =>
    'This is a PDF or CSV of a statement, which carries no signature. Choose the signed file instead: the wallet has it beside the PDF.',
  not_utf8: () => 'The file isn’t a text file. Download the statement again.',
  not_json: () => 'The file is incomplete or was changed. Download the statement again.',
  not_a_statement: () => 'The file isn’t a signed wallet statement. Choose the JSON file of a statement.',
  other_bytes: ({ byte }) => `The file was changed after it was issued. The first difference is at byte ${byte}.`,
  opening_not_zero: () => 'The opening balances don’t add up to zero. At least one of them was changed.',
  missing: ({ seq, expected }) => `Transaction ${expected} is missing. Transaction ${seq} is in its place.`,
  not_zero: (at) => `${nameOf(at)}: the amounts don’t add up to zero. At least one of them was changed.`,
  balance: (at) =>
    `${nameOf(at)}: the balance of entry ${at.line} isn’t the balance before it plus the amount. One of them was changed.`,
  currency: (at) => `${nameOf(at)}: the currency of entry ${at.line} isn’t the statement’s currency.`,
  hash: (at) =>
    `${nameOf(at)}: the hash doesn’t match. This transaction, or the one before it, was changed after it was recorded.`,
  closing_head: () =>
    'The closing hash isn’t that of the last transaction. Transactions were added or removed at the end.',
  closing_balances: () =>
    'The closing balances aren’t the balances after the last transaction. A balance or an amount was changed.',
  unknown_key: ({ key }) =>
    `Key ${key} isn’t one of the provider’s keys. The provider didn’t sign this statement, or your list of keys is out of date.`,
  key_not_in_use: ({ key }) =>
    `Key ${key} wasn’t in use on the day of issue. The provider didn’t sign the statement then.`,
  signature: () => 'The signature doesn’t match. The statement or its signature was changed after it was issued.',
  cannot_verify: () =>
    'The signature couldn’t be checked, because this program doesn’t support Ed25519. Use a newer browser or the command.',
  other_account: ({ period }) =>
    `The earlier statement ${period} belongs to another account. Choose statements of one account.`,
  rewritten: ({ seq, period }) =>
    `The past was rewritten. Transaction ${seq} has a different hash in the earlier statement ${period}.`,
  other_previous: ({ period }) =>
    `The statement doesn’t continue the earlier statement ${period} issued just before it. One of them was replaced.`,
  gap: ({ after, before, period }) =>
    `${before === after + 1 ? `Transaction ${before} lies` : `Transactions ${after + 1} to ${before} lie`} between this statement and the earlier statement ${period} and couldn’t be checked. Add the statements in between.`,
  earlier_unreadable: ({ file }) => `${file} isn’t a signed wallet statement. Choose the JSON file of a statement.`,
  earlier_broken: ({ file, first }) => `The earlier statement ${file} isn’t valid. ${sentenceOf(first)}`,
};

const nameOf = ({ seq, label }) => `Transaction ${seq}${label ? ` (${label})` : ''}`;

/** How many transactions. */
export const countOf = ({ length }) => `${length} ${length === 1 ? 'transaction' : 'transactions'}`;

/** What is wrong, in a sentence. */
export const sentenceOf = (found) => sentences[found.code](found);

/** The verdict in a sentence. */
export const verdictSentence = {
  valid: 'This statement is valid.',
  broken: 'This statement isn’t valid.',
  unknown: 'This statement couldn’t be verified completely.',
};
