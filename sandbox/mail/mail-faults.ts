import { setTimeout as delay } from 'node:timers/promises';

/** What the mail box does wrong next. Counters count down; `slowMs` stays until set to 0. */
export type MailFaultSettings = {
  /** So many recipients are refused for good (550). */
  rejectNext: number;
  /** So many recipients are refused for now (451), as a greylisting server does. */
  deferNext: number;
  /** So many messages are kept, but the connection breaks before the sender is told: a sender that retries delivers twice. */
  loseAnswerNext: number;
  /** Milliseconds before each recipient is answered. */
  slowMs: number;
};

const NONE: MailFaultSettings = { rejectNext: 0, deferNext: 0, loseAnswerNext: 0, slowMs: 0 };

export function mailFaults() {
  let current = { ...NONE };
  const take = (name: 'rejectNext' | 'deferNext' | 'loseAnswerNext'): boolean => {
    if (current[name] <= 0) return false;
    current[name] -= 1;
    return true;
  };
  return {
    /** Sets the named faults and leaves the others as they are. */
    set(settings: Partial<MailFaultSettings>): void {
      current = { ...current, ...settings };
    },
    clear(): void {
      current = { ...NONE };
    },
    get(): MailFaultSettings {
      return { ...current };
    },
    async beforeRecipient(address: string): Promise<Error | null> {
      if (current.slowMs > 0) await delay(current.slowMs);
      if (take('rejectNext')) return smtpError(550, `5.1.1 <${address}>: Recipient address rejected: User unknown`);
      if (take('deferNext')) return smtpError(451, `4.3.0 <${address}>: Temporary failure, please try again later`);
      return null;
    },
    loseAnswer: (): boolean => take('loseAnswerNext'),
  };
}

export type MailFaults = ReturnType<typeof mailFaults>;

function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
