import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from './refusal.ts';

/** The system account that runs a program; undefined where a question does not arise (not root). */
export type Account = { uid: number; gid: number };

/** True when this process may start programs as other accounts. PostgreSQL itself refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

// Unused by distributions and by systemd (below its dynamic users): an id of our own keeps the data
// from other services that run as `nobody`. The server needs no passwd entry, only initdb does.
const FIRST_UID = 60_706;
const UID_COUNT = 478;

/** An account of this instance's own, the same at each start, that no person and no other service has. */
export function ownAccount(seed: string): Account {
  const taken = new Set(passwdAccounts().map((account) => account.uid));
  const start = createHash('sha256').update(seed).digest().readUInt32BE(0) % UID_COUNT;
  for (let step = 0; step < UID_COUNT; step++) {
    const uid = FIRST_UID + ((start + step) % UID_COUNT);
    if (!taken.has(uid)) return { uid, gid: uid };
  }
  return initdbAccount();
}

/** An unprivileged account with a passwd entry: initdb asks for its name and stops without one. */
export function initdbAccount(): Account {
  const accounts = passwdAccounts().filter((account) => account.uid !== 0);
  const chosen = accounts.find((account) => account.name === 'nobody') ?? accounts[0];
  if (chosen) return { uid: chosen.uid, gid: chosen.gid };
  throw new Refusal(
    'The embedded PostgreSQL cannot be created as root because /etc/passwd names no other account. Add one, start Tradewind as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  );
}

function passwdAccounts(): (Account & { name: string })[] {
  let text = '';
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    // A machine without the file has no account to offer; the caller says so.
  }
  return text.split('\n').flatMap((line) => {
    const [name = '', , uid, gid] = line.split(':');
    const account = { name, uid: Number(uid), gid: Number(gid) };
    return name && uid && Number.isInteger(account.uid) && Number.isInteger(account.gid) ? [account] : [];
  });
}

/** Whether the account can walk from the root folder down to and into `folder`, by the permission bits. */
export function canEnter(folder: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(parent, account);
}
