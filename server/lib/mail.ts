import { createTransport } from 'nodemailer';

/** One message; `messageId` is made from the outbox row's id (see `messageIdFor`), so that a second delivery of the same row is recognisable. */
export type MailToSend = { to: string; subject: string; text: string; html: string; messageId: string };

export type Mailer = {
  /** Resolves when the mail server has taken the message; throws `MailError` otherwise. */
  send(message: MailToSend): Promise<void>;
  close(): void;
};

/** A message that was not taken. `permanent` tells a refusal for good (SMTP 5xx) from anything worth another try. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly permanent: boolean;
  readonly responseCode: number | null;
  constructor(message: string, responseCode: number | null, cause: unknown) {
    super(message, { cause });
    this.responseCode = responseCode;
    this.permanent = responseCode !== null && responseCode >= 500;
  }
}

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 60_000;

/** Sends mail through the server at `smtpUrl` (`smtp://` or `smtps://`, with login where needed). `from` may carry a display name. */
export function createMailer(options: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true, // what a merchant typed must never make the mailer read a file or a url
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, messageId }) {
      try {
        await transport.sendMail({
          from: options.from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no holiday answers, please
        });
      } catch (error) {
        throw new MailError(
          `The mail to ${to} was not taken: ${error instanceof Error ? error.message : String(error)}`,
          responseCodeOf(error),
          error,
        );
      }
    },
    close: () => transport.close(),
  };
}

/** A stable Message-ID for an outbox row, under the domain of the sender's address. */
export function messageIdFor(outboxId: string, from: string): string {
  const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${outboxId}@${domain}>`;
}

function responseCodeOf(error: unknown): number | null {
  const code = typeof error === 'object' && error !== null && 'responseCode' in error ? error.responseCode : null;
  return typeof code === 'number' ? code : null;
}
