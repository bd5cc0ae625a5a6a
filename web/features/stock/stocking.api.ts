import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

type Stocking = Contract['stocking'];
export type StockingOrder = AnswerOf<Stocking['list']>[number];
export type StockingDetail = AnswerOf<Stocking['get']>;
export type StockingItem = StockingDetail['items'][number];
export type DeskStocking = AnswerOf<Stocking['deskList']>[number];
export type DeskDetail = AnswerOf<Stocking['deskGet']>;
export type Incoming = AnswerOf<Stocking['incoming']>[number];
export type StockableSku = AnswerOf<Stocking['skus']>[number];
export type StockingTab = NonNullable<NonNullable<InputOf<Stocking['list']>['query']>['tab']>;
export type StockingDeskTab = NonNullable<NonNullable<InputOf<Stocking['deskList']>['query']>['tab']>;
export type AskBody = InputOf<Stocking['ask']>['body'];
export type AcceptBody = InputOf<Stocking['accept']>['body'];
export type QuoteBody = InputOf<Stocking['deskQuote']>['body'];
export type MoveBody = InputOf<Stocking['deskMove']>['body'];
export type ReceiveBody = InputOf<Stocking['deskReceive']>['body'];
export type Ids = { account_id: string; id: string };
type Page = { page: number; per_page: number; q: string };

const key = 'stock'; // what `stock.changed` makes stale

/** The account's stocking orders. */
export function useStockingOrders(query: Page & { tab: StockingTab }) {
  return useQuery({
    queryKey: [key, 'stocking', query],
    queryFn: ({ signal }) => api.stocking.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One stocking order. */
export function useStockingOrder(id: string | undefined) {
  return useQuery({
    queryKey: [key, 'stocking', 'one', id],
    queryFn: ({ signal }) => api.stocking.get({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  });
}

/** Pieces on their way. */
export function useIncoming(query: Page) {
  return useQuery({
    queryKey: [key, 'incoming', query],
    queryFn: ({ signal }) => api.stocking.incoming({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** SKUs that may be stocked. */
export function useStockable(q: string) {
  return useQuery({
    queryKey: [key, 'stockable', q],
    queryFn: ({ signal }) => api.stocking.skus({ query: { q, per_page: 20 } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Acts of the merchant on stocking orders; each looks at everything again that it changed. */
export function useStockingActs() {
  const client = useQueryClient();
  const stale = () => {
    for (const name of [key, 'invoices', 'wallet']) void client.invalidateQueries({ queryKey: [name] });
  };
  const after = async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    stale();
    return answer;
  };
  return {
    /** A refusal throws, so that the form can show it. */
    ask: async (body: AskBody, idempotencyKey: string) => {
      const made = await api.stocking.ask({ body }, { idempotencyKey });
      stale();
      return made;
    },
    accept: (id: string, body: AcceptBody, idempotencyKey: string) =>
      after(api.stocking.accept({ params: { id }, body }, { idempotencyKey })),
    cancel: (id: string, version: number) => after(api.stocking.cancel({ params: { id }, body: { version } })),
    pay: (id: string, expected_total: number, idempotencyKey: string) =>
      after(api.invoices.payOpen({ params: { id }, body: { expected_total } }, { idempotencyKey })),
  };
}

/** A single-use address of a picture of the quality check; false after a refusal was shown. */
export const checkPicture = (id: string) => call(api.files.link({ params: { id } }));

/** Stocking orders of all clients. */
export function useDeskStocking(query: Page & { tab: StockingDeskTab }) {
  return useQuery({
    queryKey: [key, 'desk', 'stocking', query],
    queryFn: ({ signal }) => api.stocking.deskList({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One client's stocking order on the desk. */
export function useDeskStockingOrder(ids: Ids) {
  return useQuery({
    queryKey: [key, 'desk', 'stocking', 'one', ids],
    queryFn: ({ signal }) => api.stocking.deskGet({ params: ids }, { signal }),
  });
}

/** Acts of the desk; each answers false after showing why it was refused. */
export function useStockingDeskActs(ids: Ids) {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    void client.invalidateQueries({ queryKey: [key] });
    return answer;
  };
  const sent = { params: ids };
  return {
    quote: (body: QuoteBody, idempotencyKey: string) =>
      after(api.stocking.deskQuote({ ...sent, body }, { idempotencyKey })),
    move: (body: MoveBody, idempotencyKey: string) =>
      after(api.stocking.deskMove({ ...sent, body }, { idempotencyKey })),
    receive: (body: ReceiveBody, idempotencyKey: string) =>
      after(api.stocking.deskReceive({ ...sent, body }, { idempotencyKey })),
    credit: (body: { version: number; amount: number; reason: string }, idempotencyKey: string) =>
      after(api.stocking.deskCredit({ ...sent, body }, { idempotencyKey })),
  };
}
