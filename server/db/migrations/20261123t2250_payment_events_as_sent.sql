-- Events of the payment provider are kept as it sends them. Those that still wait were kept in a shape of our own: they get
-- the provider's, with the fields that are read of it. Of a session that is its id, for it is asked for anew.
UPDATE payment_events e SET payload = jsonb_build_object(
  'id', e.id,
  'object', 'event',
  'type', e.kind,
  'created', floor(extract(epoch FROM (e.payload ->> 'created')::timestamptz)),
  'data', jsonb_build_object('object', CASE
    WHEN e.kind LIKE 'charge.dispute.%' THEN jsonb_build_object(
      'id', o.kept -> 'id', 'object', 'dispute', 'amount', o.kept -> 'amount', 'currency', lower(o.kept ->> 'currency'),
      'charge', o.kept -> 'chargeId', 'payment_intent', o.kept -> 'paymentIntentId', 'reason', o.kept -> 'reason',
      'status', o.kept -> 'status', 'balance_transactions', '[]'::jsonb)
    WHEN e.kind = 'charge.refunded' THEN jsonb_build_object(
      'id', o.kept -> 'id', 'object', 'charge', 'amount', o.kept -> 'amount', 'amount_refunded', o.kept -> 'amountRefunded',
      'currency', lower(o.kept ->> 'currency'), 'refunded', o.kept -> 'fullyRefunded', 'payment_intent', o.kept -> 'paymentIntentId')
    ELSE jsonb_build_object('id', o.kept -> 'id') END))
FROM (SELECT provider, id, payload #> '{data,object}' AS kept FROM payment_events WHERE state = 'waiting' AND NOT payload ? 'object') o
WHERE o.provider = e.provider AND o.id = e.id;
