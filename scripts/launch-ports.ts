import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, systemCode } from '#server/db/refusal.ts';

/** Waits until the portal's port is free; a killed run may need a moment to let it go. */
export async function awaitPort(host: string, port: number): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    if (await isFree(host, port)) return;
    await sleep(150);
  }
  throw new Refusal(
    `Port ${port} is taken by another program. Stop that program, or choose another port: PORT=${port + 10} npm start.`,
  );
}

/** The first free port from `port` on that is not in `taken`; adds it there. */
export async function nextFreePort(host: string, port: number, taken: Set<number>): Promise<number> {
  for (let candidate = port; candidate < 65_536; candidate++) {
    if (taken.has(candidate) || !(await isFree(host, candidate))) continue;
    taken.add(candidate);
    return candidate;
  }
  throw new Refusal(`No port from ${port} on is free.`);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const code = systemCode(error);
      if (code === 'EADDRINUSE') resolve(false);
      else if (code === 'EACCES')
        reject(new Refusal(`Port ${port} may not be opened by this account. Set PORT to 1024 or more.`));
      else reject(new Refusal(`Cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`));
    });
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
