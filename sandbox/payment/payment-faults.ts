/** What the provider does wrong next. Counters count down to 0; the other settings stay until changed. */
export type PaymentFaultSettings = {
  /** So many events are sent twice. */
  duplicateNext: number;
  /** So many events are sent only after `lateMs`. */
  lateNext: number;
  lateMs: number;
  /** Events are held back until so many are collected, then sent newest first (2 swaps a pair). */
  reorderNext: number;
  /** So many deliveries carry a signature made with another secret; the retry is signed rightly. */
  wrongSignatureNext: number;
  /** So many events are never sent; they stay in `GET /v1/events`. */
  loseNext: number;
  /** So many payments complete their session, yet the money never arrives (`payment_status` stays `unpaid`). */
  neverPaidNext: number;
  /** So many API calls are answered with `apiErrorStatus` (429 or 5xx). */
  apiErrorNext: number;
  apiErrorStatus: number;
  /** So many API calls are never answered. */
  apiTimeoutNext: number;
  /** Whether an API call that fails or hangs has done its work nevertheless. */
  apiFaultAfterWork: boolean;
};

export type PaymentFaultCounter =
  | 'duplicateNext'
  | 'lateNext'
  | 'reorderNext'
  | 'wrongSignatureNext'
  | 'loseNext'
  | 'neverPaidNext'
  | 'apiErrorNext'
  | 'apiTimeoutNext';

const NONE: PaymentFaultSettings = {
  duplicateNext: 0,
  lateNext: 0,
  lateMs: 2_000,
  reorderNext: 0,
  wrongSignatureNext: 0,
  loseNext: 0,
  neverPaidNext: 0,
  apiErrorNext: 0,
  apiErrorStatus: 500,
  apiTimeoutNext: 0,
  apiFaultAfterWork: false,
};

export function paymentFaults() {
  let current = { ...NONE };
  return {
    /** Sets the named faults and leaves the others as they are. */
    set(settings: Partial<PaymentFaultSettings>): void {
      current = { ...current, ...settings };
    },
    clear(): void {
      current = { ...NONE };
    },
    get(): PaymentFaultSettings {
      return { ...current };
    },
    /** Uses up one of a counter's faults, if any is left. */
    take(name: PaymentFaultCounter): boolean {
      if (current[name] <= 0) return false;
      current[name] -= 1;
      return true;
    },
  };
}

export type PaymentFaults = ReturnType<typeof paymentFaults>;
