import { api } from '../api/client.ts';
import { openDownload } from '../api/download.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';

type Kept = { id: string; name?: string };

/** Downloads a file that the server keeps, by a link for one use; `accountId`: staff, of that client. A refusal is shown. */
export function useDownload(accountId?: string): { download: (file: Kept) => Promise<void>; busy: boolean } {
  const own = useApiMutation(api.files.link);
  const ofClient = useApiMutation(api.files.staffLink);
  return {
    download: async ({ id, name }) => {
      const link = await (accountId === undefined
        ? own.run({ params: { id } })
        : ofClient.run({ params: { account_id: accountId, id } }));
      if (link !== false) openDownload(link.url, name);
    },
    busy: own.busy || ofClient.busy,
  };
}
