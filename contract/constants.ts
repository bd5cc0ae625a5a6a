/** Constants of spec §9. */
export const cacheMinutes = 5;
export const defaultPage = 1;
export const defaultPerPage = 10;
export const maxPerPage = 200;
/** Deepest row a list serves by page number (P26). */
export const maxListDepth = 25_000;
/** A list counts what a search finds no further than this: "5,000+". */
export const mostCountedOfSearch = 5_000;
/** Stores that one list or one page of statistics covers when they are named. */
export const mostStores = 100;
export const toastMs = 2_000;
export const errorToastMs = 3_000;
export const refusalToastMs = 6_000;
export const sidebarWidth = 180;
export const tabMenuWidth = 105;
export const tabScrollPadding = 4;
export const themeColor = '#1890ff';
export const defaultSize = 'small';
export const mobileBreakpoint = 992;
/** Where the provider works: days of the books over all clients, and cut-offs. */
export const providerZone = 'Asia/Shanghai';
export const bindSnoozeHours = 24;
export const tokenCookie = 'Admin-Token';
export const reauthorizeDeadline = '2023-04-01';

/** Token life (P27), days. */
export const tokenIdleDays = 30;
export const tokenMaxDays = 90;
/** Life of a link sent by mail, minutes. */
export const mailLinkMinutes = 30;
/** Largest uploaded file, bytes. */
export const maxUploadBytes = 10 * 1024 * 1024;
/** Kind of the last event of a stream that ended because the same person opened many newer ones. */
export const streamReplaced = 'stream.replaced';
/** Largest file of orders, bytes. */
export const maxOrderFileBytes = 50 * 1024 * 1024;
