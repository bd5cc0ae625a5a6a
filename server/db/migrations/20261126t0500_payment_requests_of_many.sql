-- Requests for many orders are paid by a job: from its start to its end the request is being paid, by the selection that was fixed.
ALTER TABLE payment_requests
  ADD COLUMN selection_id uuid,
  DROP CONSTRAINT payment_requests_status_check,
  ADD CONSTRAINT payment_requests_status_check CHECK (status IN ('open', 'paying', 'approved', 'declined', 'cancelled')),
  DROP CONSTRAINT payment_requests_two_people,
  ADD CONSTRAINT payment_requests_two_people CHECK (status NOT IN ('paying', 'approved', 'declined') OR decided_by <> requested_by),
  ADD CONSTRAINT payment_requests_selection CHECK (status <> 'paying' OR selection_id IS NOT NULL),
  ADD CONSTRAINT payment_requests_selection_fkey FOREIGN KEY (account_id, selection_id)
    REFERENCES payment_selections (account_id, id) ON DELETE SET NULL (selection_id);

CREATE INDEX payment_requests_selection_idx ON payment_requests (account_id, selection_id) WHERE selection_id IS NOT NULL;
