-- Where the portal was when a document was noted: the address behind the code on an invoice, which stays as it was printed.
-- Null for documents that were noted before; they have no code.
ALTER TABLE invoice_documents ADD COLUMN portal_url text;
