-- Four features have other names now. A call that is retried across the upgrade finds its first answer under the new one.
UPDATE idempotency_keys k SET route = n.now || substr(k.route, length(n.before) + 1)
FROM (VALUES ('explain.', 'orderHistory.'), ('promises.', 'deliveryPlanning.'), ('stocking.', 'stockOrders.'), ('talks.', 'conversations.')) n (before, now)
WHERE starts_with(k.route, n.before);
