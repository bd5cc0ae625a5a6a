-- What a delivery brought is counted as good and as damaged units.
ALTER TABLE stock_order_counts RENAME COLUMN sound TO good_qty;
ALTER TABLE stock_order_counts RENAME COLUMN damaged TO damaged_qty;
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT conname AS name FROM pg_constraint
    WHERE conrelid = 'stock_order_counts'::regclass AND conname ~ '_(sound|damaged)_'
  LOOP
    EXECUTE format('ALTER TABLE stock_order_counts RENAME CONSTRAINT %I TO %I', found.name,
      replace(replace(found.name, '_sound_', '_good_qty_'), '_damaged_', '_damaged_qty_'));
  END LOOP;
END
$$;
UPDATE notifications SET params = params - 'sound' || jsonb_build_object('good_qty', params -> 'sound')
WHERE event = 'stock_order_stocked' AND params ? 'sound';
