-- What the provider tells the client on an invoice; written as it is issued and never changed, as its paper says it too.
ALTER TABLE invoices ADD COLUMN note text CONSTRAINT invoices_note CHECK (length(note) BETWEEN 1 AND 500);
