/** A business refusal that Shopify answers as an entry of `userErrors`. */
export class ShopRefusal extends Error {
  readonly field: string[] | null;
  readonly code: string | null;

  constructor(field: string[] | null, message: string, code: string | null = null) {
    super(message);
    this.field = field;
    this.code = code;
  }
}
