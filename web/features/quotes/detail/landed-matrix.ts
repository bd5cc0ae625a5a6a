import { chargeableWeight, freightOf } from '#contract/freight.ts';
import type { QuoteDetail, QuoteVersion } from '../quotes-types.ts';

type Line = QuoteVersion['lines'][number];
type Freight = QuoteVersion['freight'][number];
type ShopPrice = QuoteDetail['items'][number]['shop_price'];

/** Pieces in one parcel that the matrix shows. */
export const quantities = [1, 2, 3, 4, 5] as const;

export type LandedCell = {
  units: number;
  freight: number;
  /** Goods and freight. */
  landed: number;
  /** What the shop takes less the landed cost; null when the currencies differ or no shop sells it. */
  margin: number | null;
  /** The parcel weighs more than the channel takes. */
  tooHeavy: boolean;
};
export type LandedRow = { key: string; row: Freight; cells: LandedCell[] };

const mostAtOnce = 10;

/** The countries of an answer whose shipping rows are too many to look through, to choose one of. */
export function countriesToChoose({ freight }: Pick<QuoteVersion, 'freight'>): string[] {
  const countries = [...new Set(freight.map(({ destination }) => destination))];
  return freight.length > mostAtOnce && countries.length > 1 ? countries : [];
}

/** One variant of an answer: what 1 to 5 pieces cost delivered, by destination and channel. */
export function landedMatrix(
  version: Pick<QuoteVersion, 'freight'>,
  line: Pick<Line, 'unit_price' | 'weight_g' | 'volume_mm3'>,
  currency: string,
  shopPrice: ShopPrice = null,
): LandedRow[] {
  return version.freight.map((row) => ({
    key: `${row.destination} ${row.channel.id}`,
    row,
    cells: quantities.map((units) => {
      const parcel = { weight_g: line.weight_g * units, volume_mm3: line.volume_mm3 * units };
      const charged = chargeableWeight(parcel, row.weighing);
      const freight = freightOf(row.formula, charged);
      const landed = freight + line.unit_price * units;
      const margin = shopPrice?.currency === currency ? shopPrice.amount * units - landed : null;
      return { units, freight, landed, margin, tooHeavy: row.max_weight_g !== null && charged > row.max_weight_g };
    }),
  }));
}
