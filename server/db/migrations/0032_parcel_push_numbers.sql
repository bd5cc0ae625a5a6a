-- Every number that a fulfilment may carry at the shop: a call that broke off may have got through.
ALTER TABLE parcel_pushes ADD COLUMN tried text[] NOT NULL DEFAULT '{}';
UPDATE parcel_pushes SET tried = ARRAY[tracking_number];
