-- The warehouse reads the journal of all clients, the newest first; everybody finds a document's movements.
CREATE INDEX stock_movements_staff_idx ON stock_movements (at DESC, id DESC);
CREATE INDEX stock_movements_reference_idx ON stock_movements (account_id, ref_label, at DESC, id DESC) WHERE ref_label <> '';
