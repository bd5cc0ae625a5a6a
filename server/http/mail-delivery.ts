import { z } from 'zod';
import { type Deliver, Undeliverable } from '../db/outbox.ts';
import { MailError, type Mailer, messageIdFor } from '../lib/mail.ts';

const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });

/** Outbox kind `mail`: hands the message to the mail server; a refusal for good is not tried again. */
export function deliverMail(mailer: Mailer | null, from: string): Deliver {
  return async (_entry, row) => {
    if (!mailer) throw new Undeliverable('No mail server is set. Set SMTP_URL and send the row again.');
    const messageId = messageIdFor(row.id, from);
    try {
      await mailer.send({ ...mail.parse(row.payload), messageId });
    } catch (error) {
      if (error instanceof MailError && error.permanent) throw new Undeliverable(error.message);
      throw error;
    }
    return { message_id: messageId };
  };
}
