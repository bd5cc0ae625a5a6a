declare module 'virtual:endpoints' {
  type Entry = readonly [
    method: string,
    path: string,
    /** Separated by spaces. */
    flags?: string,
    cache?: { minutes: number | true; follows?: readonly string[] },
  ];
  /** Feature → endpoint → entry. Made by `endpoints-plugin.ts`. */
  export const endpoints: Record<string, Record<string, Entry>>;
}
