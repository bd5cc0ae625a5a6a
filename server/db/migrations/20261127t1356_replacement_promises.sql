-- Replacements are paid from the start and promise their delivery by date, as paid orders do; those made before
-- 2026-11-27 kept the days alone.
UPDATE orders SET promised_from = (paid_at AT TIME ZONE 'UTC')::date + days_min, promised_by = (paid_at AT TIME ZONE 'UTC')::date + days_max
WHERE reship_of IS NOT NULL AND promised_by IS NULL AND paid_at IS NOT NULL AND days_min IS NOT NULL AND days_max >= days_min;
