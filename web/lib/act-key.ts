/** A key for one act of the user: the same act sent again carries the same key (P26). Works without https too. */
export function newActKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
