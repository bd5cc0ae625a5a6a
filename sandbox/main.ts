import { readSandboxConfig } from './config.ts';
import { startSandbox } from './sandbox.ts';

/** The sandbox as a process of its own: ends when told to, and when the launcher that started it is gone. */
async function main(): Promise<void> {
  const sandbox = await startSandbox(readSandboxConfig());
  let closing = false;
  const end = () => {
    if (closing) return;
    closing = true;
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`sandbox: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('disconnect', end);
  process.send?.({
    ready: true,
    shopUrl: sandbox.shopUrl,
    paymentUrl: sandbox.paymentUrl,
    smtpUrl: sandbox.smtpUrl,
    mailUrl: sandbox.mailUrl,
  });
  process.stdout.write(
    `sandbox: shops and mail at ${sandbox.shopUrl}, payments at ${sandbox.paymentUrl}, mail by ${sandbox.smtpUrl}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`The sandbox cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
