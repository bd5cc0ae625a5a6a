import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

type Said = {
  at: Date;
  received_at: Date;
  tracking_number: string;
  tracking_url: string | null;
  carrier: string;
  status: string | null;
  substatus: string | null;
};

/** What carriers said of an order's parcels: states alone, as their own words and places may name the buyer. */
export async function carrierStory(ctx: Ctx, accountId: string, orderId: string) {
  const { rows } = await sql<Said>`
    SELECT e.at, e.received_at, e.number AS tracking_number, p.tracking_url, e.carrier, e.status, e.substatus
    FROM parcels p JOIN parcel_events e ON e.account_id = p.account_id AND e.parcel_id = p.id
    WHERE p.account_id = ${accountId} AND p.order_id = ${orderId} AND e.status IS NOT NULL ORDER BY e.at, e.id`.execute(
    ctx.db,
  );
  return rows.map(({ at, received_at, tracking_number, tracking_url, carrier, status, substatus }) => ({
    at,
    source: 'parcel' as const,
    kind: 'carrier_said',
    by: null,
    internal: false,
    params: { tracking_number, status, said: status },
    inputs: [
      { name: 'carrier', value: carrier },
      { name: 'substatus', value: substatus },
      { name: 'received_at', value: received_at.toISOString() },
    ],
    link: { to: 'tracking' as const, id: tracking_url ?? tracking_number, label: tracking_number },
  }));
}
