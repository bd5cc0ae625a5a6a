/** Whether a key is the singular of a counted text; languages without a singular, such as Chinese, leave it out. */
type IsSingular<T, K> = K extends `${infer Text}_one` ? (`${Text}_other` extends keyof T ? true : false) : false;

/** The same keys in another language: English is the shape, the words are free. */
export type Translation<T> = {
  readonly [K in keyof T as IsSingular<T, K> extends true ? never : K]: T[K] extends string
    ? string
    : Translation<T[K]>;
} & { readonly [K in keyof T as IsSingular<T, K> extends true ? K : never]?: string };
