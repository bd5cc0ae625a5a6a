-- A parcel that came back is done with for the warehouse once its units are in stock again.
ALTER TABLE parcel_alerts ADD COLUMN settled_at timestamptz;
