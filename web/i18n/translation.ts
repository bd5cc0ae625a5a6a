/** The same keys in another language: English is the shape, the words are free. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };
