/** What the service does wrong while it is set. */
export type CarrierFaults = {
  /** Nobody answers. */
  outage: boolean;
  /** Each call is sent so many times. */
  copies: number;
  /** The newest is told first. */
  newestFirst: boolean;
  /** Calls are lost. */
  deaf: boolean;
  /** Calls are signed with another secret. */
  forged: boolean;
};

const none: CarrierFaults = { outage: false, copies: 1, newestFirst: false, deaf: false, forged: false };

/** The faults that are set now. */
export function carrierFaults() {
  let faults = none;
  return {
    get: () => faults,
    set(change: Partial<CarrierFaults>) {
      faults = { ...faults, ...change };
    },
    clear() {
      faults = none;
    },
  };
}
