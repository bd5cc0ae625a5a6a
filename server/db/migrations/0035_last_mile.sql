-- Who brings a parcel the last mile, once it is known: buyers of stores that show no more than that follow this number.
ALTER TABLE parcels
  ADD COLUMN last_mile_carrier text CHECK (length(last_mile_carrier) BETWEEN 1 AND 60),
  ADD COLUMN last_mile_number text CHECK (length(last_mile_number) BETWEEN 4 AND 64),
  ADD CONSTRAINT parcels_last_mile CHECK ((last_mile_carrier IS NULL) = (last_mile_number IS NULL));
