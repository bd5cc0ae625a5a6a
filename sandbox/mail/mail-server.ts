import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { linksOf } from './mail-links.ts';
import type { MailFaults } from './mail-faults.ts';
import type { MailMessage, MailStore } from './mail-store.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const CLOSE_TIMEOUT_MS = 500;

/** The SMTP side: takes any sender and any recipient, and answers 250 only once the message is in the database. */
export function mailServer(options: {
  store: MailStore;
  faults: MailFaults;
  onMessage: (message: MailMessage) => void;
}): SMTPServer {
  const { store, faults, onMessage } = options;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'], // loopback only; there is no certificate a client could trust
    authOptional: true,
    allowInsecureAuth: true,
    size: MAX_BYTES,
    closeTimeout: CLOSE_TIMEOUT_MS,
    disableReverseLookup: true,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onRcptTo(address, _session, done) {
      faults.beforeRecipient(address.address).then((refusal) => done(refusal), done);
    },
    onData(stream, session, done) {
      receive(stream, session, store)
        .then((message) => {
          onMessage(message);
          if (faults.loseAnswer()) dropConnection(server, session);
          else done(null, `Queued as ${message.id}`);
        })
        .catch((error: Error) => done(error));
    },
  });
  // A client that hangs up is its own affair; without a listener it would end the process.
  server.on('error', () => undefined);
  return server;
}

async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  store: MailStore,
): Promise<MailMessage> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer); // the stream is never put into text mode
  if (stream.sizeExceeded)
    throw Object.assign(new Error('Message exceeds fixed maximum message size'), { responseCode: 552 });
  const raw = Buffer.concat(chunks);
  const email = await PostalMime.parse(raw);
  const text = email.text ?? '';
  const html = email.html ?? '';
  const sender = session.envelope.mailFrom;
  return store.add({
    messageId: email.messageId ?? '',
    from: email.from?.address ?? (sender ? sender.address : ''),
    to: session.envelope.rcptTo.map((recipient) => recipient.address.toLowerCase()),
    subject: email.subject ?? '',
    text,
    html,
    links: linksOf(text, html),
    raw,
  });
}

// The library keeps its connections to itself in its types; the set is public in its code.
function dropConnection(server: SMTPServer, session: SMTPServerSession): void {
  const { connections } = server as unknown as {
    connections: Set<{ id: string; close(): void; _socket: { destroy(): void } }>;
  };
  for (const connection of connections) if (connection.id === session.id) connection._socket.destroy();
}
