import { backup } from './backup.ts';
import { bytes } from './bytes.ts';
import { demo } from './demo.ts';
import { firstHour } from './first-hour.ts';
import { hostile } from './hostile.ts';
import { importOrders } from './import.ts';
import { lighthouseScores } from './lighthouse.ts';
import { similarity } from './similarity.ts';
import { mapping } from './mapping.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { wallet } from './wallet.ts';
import { pdf } from './pdf.ts';
import { prices } from './prices.ts';
import { quotes } from './quotes.ts';
import { shell } from './shell.ts';
import { start } from './start.ts';
import { statistics } from './statistics.ts';
import { stockList } from './stock.ts';
import { suggestions } from './suggestions.ts';
import { printTable, type Table } from './table.ts';
import { webhooks } from './webhooks.ts';

/** A bench measures and answers its tables; `full` asks for the larger size, `small` for one to try. */
export type Bench = (options: { full: boolean; small: boolean }) => Promise<Table[]>;

const benches: Record<string, Bench> = {
  orders,
  statistics,
  webhooks,
  hostile,
  suggestions,
  import: importOrders,
  mapping,
  stock: stockList,
  prices,
  quotes,
  payments,
  wallet,
  pdf,
  start,
  demo,
  backup,
  bytes,
  shell,
  similarity,
  lighthouse: lighthouseScores,
  'first-hour': firstHour,
};

async function main(): Promise<void> {
  const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const unknown = words.filter((word) => !Object.hasOwn(benches, word));
  if (unknown.length > 0) {
    process.stderr.write(`There is no bench ${unknown.join(', ')}. Choose of: ${Object.keys(benches).join(', ')}.\n`);
    process.exit(1);
  }
  const full = process.argv.includes('--full');
  const small = process.argv.includes('--small');
  let failed = 0;
  for (const [name, bench] of Object.entries(benches)) {
    if (words.length > 0 && !words.includes(name)) continue;
    try {
      for (const table of await bench({ full, small })) printTable(table);
    } catch (error) {
      failed += 1;
      process.stderr.write(
        `\n${name} could not be measured: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
    }
  }
  process.exit(failed > 0 ? 1 : 0);
}

await main();
