-- The desk is told once of a cancellation that it has not answered in time, the merchant once per version of a price that ends soon.
ALTER TABLE cancel_requests ADD COLUMN overdue_told_at timestamptz;
ALTER TABLE quotes ADD COLUMN ending_told_version int;
