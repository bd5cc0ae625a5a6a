-- What a long job has done, for a run that goes on after it was cut off.
ALTER TABLE jobs ADD COLUMN so_far jsonb;
