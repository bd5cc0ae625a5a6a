-- What the merchant chose before consent travels with its state.
ALTER TABLE oauth_states ADD COLUMN unshipped_only boolean NOT NULL DEFAULT false;
