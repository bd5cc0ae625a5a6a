import type { Pool } from 'pg';

/** One message as it arrived: `to` are the addresses of the envelope (lower case), so blind copies are seen too. */
export type MailMessage = {
  id: number;
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  links: string[];
  receivedAt: Date;
};

/** `to` matches a whole address, `subject` any part of it, both without regard to case; `after` leaves out messages up to that id. */
export type MailFilter = { to?: string; subject?: string; after?: number };

type MailRow = {
  id: string;
  message_id: string;
  mail_from: string;
  recipients: string[];
  subject: string;
  text_body: string;
  html_body: string;
  links: string[];
  received_at: Date;
};

const COLUMNS = 'id, message_id, mail_from, recipients, subject, text_body, html_body, links, received_at';

// Two processes may start at once, and "if not exists" alone does not keep them from colliding.
const TABLES = `
begin;
select pg_advisory_xact_lock(72154002);
create table if not exists mail_messages (
  id bigint generated always as identity primary key,
  message_id text not null,
  mail_from text not null,
  recipients text[] not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  links text[] not null,
  raw bytea not null,
  received_at timestamptz not null default now()
);
create index if not exists mail_messages_recipients on mail_messages using gin (recipients);
commit;
`;

/** The kept messages. The same message received twice is kept twice, as a real mail box does. */
export function mailStore(pool: Pool) {
  return {
    async prepare(): Promise<void> {
      await pool.query(TABLES);
    },

    async add(message: Omit<MailMessage, 'id' | 'receivedAt'> & { raw: Buffer }): Promise<MailMessage> {
      const { rows } = await pool.query<MailRow>(
        `insert into mail_messages (message_id, mail_from, recipients, subject, text_body, html_body, links, raw)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
        [
          message.messageId,
          message.from,
          message.to,
          message.subject,
          message.text,
          message.html,
          message.links,
          message.raw,
        ],
      );
      return toMessage(rows[0] as MailRow); // an insert returns its row
    },

    /** Newest first. */
    async find(filter: MailFilter = {}, limit = 200): Promise<MailMessage[]> {
      const { rows } = await pool.query<MailRow>(
        `select ${COLUMNS} from mail_messages
         where ($1::text is null or recipients @> array[$1::text])
           and ($2::text is null or strpos(lower(subject), $2) > 0)
           and id > $3
         order by id desc limit $4`,
        [filter.to?.trim().toLowerCase() ?? null, filter.subject?.toLowerCase() ?? null, filter.after ?? 0, limit],
      );
      return rows.map(toMessage);
    },

    /** Newest first, with a part of an address instead of a whole one: for people who look. */
    async search(part: string, limit = 200): Promise<MailMessage[]> {
      const { rows } = await pool.query<MailRow>(
        `select ${COLUMNS} from mail_messages
         where strpos(array_to_string(recipients, ' '), $1) > 0 order by id desc limit $2`,
        [part.trim().toLowerCase(), limit],
      );
      return rows.map(toMessage);
    },

    async get(id: number): Promise<MailMessage | null> {
      const { rows } = await pool.query<MailRow>(`select ${COLUMNS} from mail_messages where id = $1`, [id]);
      return rows[0] ? toMessage(rows[0]) : null;
    },
  };
}

export type MailStore = ReturnType<typeof mailStore>;

export function matches(message: MailMessage, filter: MailFilter): boolean {
  if (filter.to !== undefined && !message.to.includes(filter.to.trim().toLowerCase())) return false;
  if (filter.subject !== undefined && !message.subject.toLowerCase().includes(filter.subject.toLowerCase()))
    return false;
  return message.id > (filter.after ?? 0);
}

function toMessage(row: MailRow): MailMessage {
  return {
    id: Number(row.id),
    messageId: row.message_id,
    from: row.mail_from,
    to: row.recipients,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    links: row.links,
    receivedAt: row.received_at,
  };
}
