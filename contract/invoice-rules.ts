/** Most documents that are put together at once. */
export const maxPrinted = 500;
