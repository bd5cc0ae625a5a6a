import { asOwner } from './orders-data.ts';

const day = (at: Date) => at.toISOString().slice(0, 10);
const daysAgo = (days: number) => day(new Date(Date.now() - days * 86_400_000));

/** The named combinations of tab, filter and sort, and the searches, with words that the account's orders have. */
export async function combinationsOf(url: string, accountId: string): Promise<Record<string, string>> {
  const rows = await asOwner<{ store: string; name: string; tracking: string; buyer: string; names: string[] }>(
    url,
    `select (select id from stores where account_id = $1 order by id limit 1) as store,
       (select substr(name, 2) from orders where account_id = $1 order by placed_at offset 1000 limit 1) as name,
       (select tracking_number from parcels where account_id = $1 order by id offset 500 limit 1) as tracking,
       (select name from order_recipients where account_id = $1 order by order_id offset 300 limit 1) as buyer,
       (select array_agg(name) from (select name from orders where account_id = $1 order by id offset 100 limit 500) o) as names`,
    [accountId],
  );
  const [words] = rows;
  if (!words) throw new Error('this account has no orders');
  return {
    'tab all': '',
    'tab to pay': 'tab=to_pay',
    'tab action needed': 'tab=action_needed',
    'tab delivered, the dearest first': 'tab=delivered&sort=-cost',
    'one store': `store_id=${words.store}`,
    'one store, to pay': `store_id=${words.store}&tab=to_pay`,
    'a small country': 'country=MT',
    'a large country, processing': 'country=DE&tab=processing',
    'a reason': 'tab=action_needed&block=NO_PRICE',
    'a tag': 'tag=vip',
    'a cost': 'cost_from=18',
    'refunded to buyers': 'refunded=any',
    'paid in the last 7 days': `paid_from=${daysAgo(7)}`,
    'late, the longest waiting first': 'late=yes&sort=age',
    'search an order name': `q=%23${words.name}`,
    'search a tracking number': `q=${words.tracking}`,
    'search a SKU': 'q=lamp-42',
    'search a buyer': `q=${encodeURIComponent(words.buyer)}`,
    'search a first name': `q=${words.buyer.split(' ')[0]}`,
    'search the beginning of names': `q=${words.buyer.slice(0, 2)}`,
    'search a product title': 'q=lamp%2042',
    'search a word of nearly every title': 'q=lamp',
    'a frequent word, in a tab': 'tab=shipped&q=mug',
    'search two frequent words that seldom meet': 'q=mug%20pillow',
    'the same, in a tab': 'tab=shipped&q=mug%20pillow',
    'search a buyer and a title': `q=${words.buyer.split(' ')[1]}%20lamp`,
    '500 pasted names': `q=${encodeURIComponent(words.names.join('\n'))}`,
    'tab counts (a page of one row)': 'tab=cancelled&per_page=1',
  };
}
