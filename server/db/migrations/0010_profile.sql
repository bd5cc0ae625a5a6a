-- How merchants reach the provider, and who may search by picture.

-- Support channels of a domain: a list of {type_of, label, url}. IF NOT EXISTS keeps the column where it came another way.
ALTER TABLE sites ADD COLUMN IF NOT EXISTS contact jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(contact) = 'array');

-- Staff switch it off for a client (spec §2, /identifyImage/index).
ALTER TABLE accounts ADD COLUMN image_identify_enabled boolean NOT NULL DEFAULT true;
