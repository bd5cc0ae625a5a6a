-- Whom transfers in euros go to, where a method names it: name, iban and bic. Its QR code is made of it (decisions/0054).
ALTER TABLE recharge_methods ADD COLUMN sepa jsonb;
