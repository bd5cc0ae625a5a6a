-- What claims decided before units were counted (decision record 0037): refunded units are marked, replacements are tied to
-- the units that they send, and a replacement that has not left is cancelled as far as its units were given back or sent otherwise.

-- Each line of a replacement: the line and parcel that its units come from, and what was paid for them.
UPDATE order_lines l SET replaces_line_id = f.line_id, replaces_parcel_id = f.parcel_id, replaces_worth = f.most
FROM (
  SELECT r.account_id, r.id, k.line_id, k.parcel_id, k.most
  FROM claims c
  JOIN order_lines r ON r.account_id = c.account_id AND r.order_id = c.reship_order_id
  CROSS JOIN LATERAL (
    SELECT k.line_id, p.parcel_id, k.most FROM claim_lines k
    JOIN order_lines o ON o.account_id = k.account_id AND o.id = k.line_id
    LEFT JOIN parcel_lines p ON p.account_id = k.account_id AND p.parcel_id = k.parcel_id AND p.line_id = k.line_id
    WHERE k.account_id = c.account_id AND k.claim_id = c.id
    ORDER BY o.external_id = r.external_id DESC, o.position = r.position DESC, (o.sku, o.title) = (r.sku, r.title) DESC, o.id
    LIMIT 1) k
  WHERE r.replaces_line_id IS NULL
) f
WHERE l.account_id = f.account_id AND l.id = f.id;

-- Units that never left and were refunded are sent no more; units that left and were refunded whole are marked.
UPDATE order_lines l SET cancelled_quantity = l.cancelled_quantity
  + least(f.units, greatest(0, l.paid_quantity - l.cancelled_quantity - l.shipped_quantity))
FROM (
  SELECT k.account_id, k.line_id, sum(k.quantity)::int AS units FROM claim_lines k
  JOIN claims c ON c.account_id = k.account_id AND c.id = k.claim_id
  WHERE c.decision = 'refund' AND c.parcel_id IS NULL AND k.granted > 0 GROUP BY 1, 2
) f
WHERE l.account_id = f.account_id AND l.id = f.line_id;

UPDATE parcel_lines p SET refunded_quantity = least(p.quantity, f.units)
FROM (
  SELECT k.account_id, k.parcel_id, k.line_id, sum(k.quantity)::int AS units FROM claim_lines k
  JOIN claims c ON c.account_id = k.account_id AND c.id = k.claim_id
  WHERE c.decision IN ('refund', 'partial') AND k.granted > 0 AND k.granted = k.most GROUP BY 1, 2, 3
) f
WHERE p.account_id = f.account_id AND p.parcel_id = f.parcel_id AND p.line_id = f.line_id;

-- What each line of a replacement may send: its units as far as they are still there, the earlier replacement first.
CREATE TEMPORARY TABLE replacing ON COMMIT DROP AS
SELECT account_id, id, order_id, home_id, line_id, parcel_id, units, open,
  least(units, greatest(0, room - coalesce(sum(units) OVER earlier, 0)))::int AS there
FROM (
  SELECT r.account_id, r.id, r.order_id, h.order_id AS home_id, r.replaces_line_id AS line_id, r.replaces_parcel_id AS parcel_id,
    r.quantity - r.cancelled_quantity AS units, r.quantity - r.cancelled_quantity - r.shipped_quantity AS open,
    CASE WHEN p.parcel_id IS NULL THEN greatest(0, h.paid_quantity - h.cancelled_quantity - h.shipped_quantity)
      ELSE p.quantity - p.refunded_quantity END AS room
  FROM order_lines r
  JOIN order_lines h ON h.account_id = r.account_id AND h.id = r.replaces_line_id
  LEFT JOIN parcel_lines p ON p.account_id = r.account_id AND p.parcel_id = r.replaces_parcel_id AND p.line_id = r.replaces_line_id
) known
WINDOW earlier AS (PARTITION BY account_id, line_id, parcel_id ORDER BY order_id, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING);

UPDATE order_lines l SET cancelled_quantity = l.cancelled_quantity + least(f.open, f.units - f.there)
FROM replacing f WHERE l.account_id = f.account_id AND l.id = f.id AND f.units > f.there AND f.open > 0;

UPDATE order_lines l SET replaced_quantity = f.units
FROM (SELECT account_id, line_id, sum(there)::int AS units FROM replacing WHERE parcel_id IS NULL GROUP BY 1, 2) f
WHERE l.account_id = f.account_id AND l.id = f.line_id AND f.units > 0;

UPDATE parcel_lines p SET resent_quantity = f.units
FROM (SELECT account_id, line_id, parcel_id, sum(there)::int AS units FROM replacing WHERE parcel_id IS NOT NULL GROUP BY 1, 2, 3) f
WHERE p.account_id = f.account_id AND p.parcel_id = f.parcel_id AND p.line_id = f.line_id AND f.units > 0;

-- What was paid for these units is kept on the bills, the latest part first, as far as it was not given back.
UPDATE invoice_orders io SET replaced_worth = f.part
FROM (
  SELECT b.account_id, b.id,
    least(b.room, greatest(0, h.worth - coalesce(sum(b.room) OVER later, 0)))::bigint AS part
  FROM (
    SELECT f.account_id, f.home_id, sum(l.replaces_worth * f.there / l.quantity)::bigint AS worth
    FROM replacing f JOIN order_lines l ON l.account_id = f.account_id AND l.id = f.id GROUP BY 1, 2
  ) h
  JOIN (
    SELECT io.account_id, io.id, io.order_id, io.part, io.total - io.credited AS room
    FROM invoice_orders io JOIN invoices n ON n.account_id = io.account_id AND n.id = io.invoice_id
    WHERE n.paid_at IS NOT NULL
  ) b ON b.account_id = h.account_id AND b.order_id = h.home_id
  WINDOW later AS (PARTITION BY b.account_id, b.order_id ORDER BY b.part DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) f
WHERE io.account_id = f.account_id AND io.id = f.id AND f.part > 0;

-- Orders that have nothing to send any more end, as they would by the acts of today.
CREATE TEMPORARY TABLE ended ON COMMIT DROP AS
SELECT o.account_id, o.id, o.reship_of IS NOT NULL AND o.called_off_at IS NULL AS replacement, CASE
    WHEN u.shipped > 0 THEN CASE WHEN o.closed_at IS NOT NULL THEN 'closed' WHEN u.delivered THEN 'delivered' ELSE 'shipped' END
    WHEN u.replaced > 0 AND o.called_off_at IS NULL THEN 'closed'
    ELSE 'cancelled' END AS stage
FROM orders o
CROSS JOIN LATERAL (
  SELECT sum(greatest(0, least(l.paid_quantity - l.cancelled_quantity, l.current_quantity) - l.shipped_quantity - l.replaced_quantity)) AS open,
    sum(greatest(0, l.current_quantity - l.paid_quantity)) FILTER (WHERE l.requires_shipping AND NOT l.not_ours) AS added,
    sum(greatest(0, l.paid_quantity - l.cancelled_quantity - greatest(l.current_quantity, l.shipped_quantity + l.replaced_quantity))) AS removed,
    sum(l.shipped_quantity) AS shipped, sum(l.replaced_quantity) AS replaced, sum(l.cancelled_quantity) AS cancelled,
    coalesce((SELECT bool_and(p.status = 'delivered') FROM parcels p WHERE p.account_id = o.account_id AND p.order_id = o.id), false) AS delivered
  FROM order_lines l WHERE l.account_id = o.account_id AND l.order_id = o.id
) u
WHERE o.stage IN ('processing', 'ready_to_ship', 'partially_shipped') AND o.payment IN ('paid', 'partly_refunded', 'refunded')
  AND u.open = 0 AND coalesce(u.added, 0) = 0 AND u.removed = 0 AND u.replaced + u.cancelled > 0
  AND EXISTS (SELECT FROM claims c WHERE c.account_id = o.account_id AND (c.order_id = o.id OR c.reship_order_id = o.id));

UPDATE orders o SET stage = e.stage, stage_since = now(), work = NULL, held = false, hold_reason = NULL, hold_until = NULL,
  called_off_at = CASE WHEN e.replacement THEN now() ELSE o.called_off_at END, version = o.version + 1
FROM ended e WHERE o.account_id = e.account_id AND o.id = e.id;

INSERT INTO order_events (account_id, id, order_id, at, kind, actor_kind, data)
SELECT e.account_id, gen_random_uuid(), e.id, now(), 'cancelled_with', 'system', jsonb_build_object('name', h.name)
FROM ended e
JOIN orders o ON o.account_id = e.account_id AND o.id = e.id
JOIN orders h ON h.account_id = o.account_id AND h.id = o.reship_of
WHERE e.replacement;
