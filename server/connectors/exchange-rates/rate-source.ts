/** Units of a currency for one euro on a day, as a decimal. */
export type PublishedRate = { currency: string; day: string; per_euro: string };

/** Whoever publishes rates of exchange. */
export type RateSource = {
  name: 'ecb';
  /** The rates of the last days, each as it was published. Throws when there is no readable answer. */
  read(): Promise<PublishedRate[]>;
};
