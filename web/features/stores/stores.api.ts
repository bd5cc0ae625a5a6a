import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Store = AnswerOf<Contract['stores']['get']>;

const key = 'stores';
const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: [key] });

/** Whether an import of the store is under way. */
export function isImporting(store: Store): boolean {
  return store.import_job?.state === 'queued' || store.import_job?.state === 'running';
}

/** Stores of the account; follows their imports as they go. */
export function useStores(query: { page: number; per_page: number } & Record<string, unknown>) {
  return useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.stores.list({ query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { follows: ['jobs'] },
  });
}

/** One store, for its drawer. */
export function useStore(id: string) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.stores.get({ params: { id } }, { signal }),
    meta: { follows: ['jobs'] },
  });
}

const watchMs = 1_500;

/** One store, asked again and again while its import runs: the page after consent hears no events. */
export function useWatchedStore(id: string) {
  return useQuery({
    queryKey: [key, 'watched', id],
    queryFn: ({ signal }) => api.stores.get({ params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && !isImporting(state.data) ? false : watchMs),
  });
}

/** Acts on stores; each answers false after showing why it was refused. */
export function useStoreActs() {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    if (answer !== false) await refresh(client);
    return answer;
  };
  return {
    refresh: () => refresh(client),
    sync: (id: string) => after(api.stores.sync({ params: { id }, body: {} })),
    pause: (id: string, paused: boolean) => after(api.stores.pause({ params: { id }, body: { paused } })),
    createFileStore: (body: { name: string; currency: string }, idempotencyKey: string) =>
      after(api.stores.createFileStore({ body: { platform: 'file', ...body } }, { idempotencyKey })),
  };
}

/** The shop's consent page for a domain. Throws the refusal, so that forms show it at their field. */
export async function consentUrl(domain: string, importDays: number, unshippedOnly = false): Promise<string> {
  const { authorize_url } = await api.stores.authorizeUrl({
    query: { domain, import_days: importDays, unshipped_only: unshippedOnly ? 'true' : 'false' },
  });
  return authorize_url;
}

const finishing = new Map<string, Promise<Store>>();

/** Finishes an authorization once, however often the page is drawn: its state works a single time. */
export function finishAuthorization(search: string): Promise<Store> {
  const running =
    finishing.get(search) ?? api.stores.authorize({ body: Object.fromEntries(new URLSearchParams(search)) });
  finishing.set(search, running);
  return running;
}

type WooChoice = { url: string; import_days: number; unshipped_only: boolean };

/** A WooCommerce shop's own consent page. Throws the refusal, so that forms show it at their field. */
export async function wooConsentUrl(choice: WooChoice): Promise<string> {
  return (await api.stores.startWoo({ body: choice })).authorize_url;
}

/** Connects a WooCommerce shop by a key. Throws the refusal. */
export function connectWoo(body: WooChoice & { consumer_key: string; consumer_secret: string }): Promise<Store> {
  return api.stores.connectWoo({ body });
}
