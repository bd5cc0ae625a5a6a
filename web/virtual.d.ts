declare module 'virtual:endpoints' {
  /** Feature → endpoint → [method, path, space-separated flags]. Made by `endpoints-plugin.ts`. */
  export const endpoints: Record<string, Record<string, readonly [method: string, path: string, flags?: string]>>;
}
