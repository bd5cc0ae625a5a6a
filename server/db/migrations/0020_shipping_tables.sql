-- The tables that prices and promises need (domain.md §2.2, 2.3, 3.8): rates, holidays, cut-offs, claim policies. They belong
-- to the provider. Nothing in them is edited: a change is a new row from a moment on, so that a past day reads as it was.

CREATE TABLE channel_rates (
  id uuid PRIMARY KEY,
  channel_id uuid NOT NULL REFERENCES channels (id),
  destination char(2) NOT NULL,
  valid_from timestamptz NOT NULL,
  offered boolean NOT NULL DEFAULT true, -- false: from then on the channel does not go there
  currency char(3) NOT NULL,
  formula jsonb NOT NULL,
  divisor int CHECK (divisor > 0),
  step_g int NOT NULL DEFAULT 1 CHECK (step_g > 0),
  days_p50 int NOT NULL CHECK (days_p50 >= 0),
  days_p90 int NOT NULL,
  tax_mode text NOT NULL CHECK (tax_mode IN ('DDP', 'IOSS', 'DDU')),
  max_weight_g int CHECK (max_weight_g > 0),
  refuses text[] NOT NULL DEFAULT '{}', -- kinds of goods: battery, liquid, magnet
  remote jsonb NOT NULL DEFAULT '[]',   -- [{prefixes: ["99"], amount}]: what a parcel to such a postcode pays more
  created_by uuid REFERENCES users (id), -- null: what a new installation starts with
  created_at timestamptz NOT NULL,
  CONSTRAINT channel_rates_days CHECK (days_p90 >= days_p50),
  CONSTRAINT channel_rates_no_past CHECK (valid_from >= created_at)
);
CREATE INDEX channel_rates_at_idx ON channel_rates (destination, channel_id, valid_from DESC, created_at DESC, id DESC);

CREATE TABLE holidays (
  id uuid PRIMARY KEY,
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('off', 'working', 'ordinary')), -- working: a weekend day that is made up for
  name_en text NOT NULL CHECK (length(name_en) <= 80),
  name_zh text NOT NULL CHECK (length(name_zh) <= 80),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  CONSTRAINT holidays_no_past CHECK (day >= (created_at AT TIME ZONE 'Asia/Shanghai')::date)
);
CREATE INDEX holidays_day_idx ON holidays (day, created_at DESC, id DESC);

CREATE TABLE cut_offs (
  id uuid PRIMARY KEY,
  channel_id uuid REFERENCES channels (id), -- null: every channel without one of its own
  at_minute int NOT NULL CHECK (at_minute BETWEEN 0 AND 1439), -- minute of the day in Shanghai
  valid_from timestamptz NOT NULL,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  CONSTRAINT cut_offs_no_past CHECK (valid_from >= created_at)
);

CREATE TABLE claim_policies (
  id uuid PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('not_received', 'lost', 'damaged', 'wrong_item', 'missing_item', 'quality', 'late', 'customs', 'returned_to_sender', 'cancel_after_paid')),
  destination char(2), -- null: everywhere without a row of its own
  counts_from text NOT NULL CHECK (counts_from IN ('paid', 'shipped', 'delivered')),
  opens_after_days int NOT NULL DEFAULT 0 CHECK (opens_after_days >= 0),
  window_days int NOT NULL CHECK (window_days BETWEEN 1 AND 365), -- last day after `counts_from`
  evidence text[] NOT NULL DEFAULT '{}', -- photo, video, packaging_photo, buyer_message, carrier_letter
  valid_from timestamptz NOT NULL,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  CONSTRAINT claim_policies_order CHECK (window_days > opens_after_days),
  CONSTRAINT claim_policies_no_past CHECK (valid_from >= created_at)
);

DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['channel_rates', 'holidays', 'cut_offs', 'claim_policies'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', kept || '_append_only', kept);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', kept || '_no_truncate', kept);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM tradewind_app, tradewind_desk', kept);
    EXECUTE format('REVOKE INSERT ON %I FROM tradewind_app', kept);
  END LOOP;
END
$$;

-- What a provider in China starts with: plausible lines and amounts, which staff replace by their own.
INSERT INTO channel_rates (id, channel_id, destination, valid_from, currency, formula, divisor, step_g, days_p50, days_p90, tax_mode,
  max_weight_g, refuses, remote, created_at)
SELECT gen_random_uuid(), c.id, z.destination, timestamptz '2026-01-01T00:00:00Z', 'USD',
  CASE c.code
    WHEN 'CP-EPACKET' THEN jsonb_build_object('kind', 'table', 'bands', jsonb_build_array(
        jsonb_build_object('up_to_g', 100, 'amount', round(310 * z.zone)), jsonb_build_object('up_to_g', 250, 'amount', round(430 * z.zone)),
        jsonb_build_object('up_to_g', 500, 'amount', round(640 * z.zone)), jsonb_build_object('up_to_g', 1000, 'amount', round(1090 * z.zone))),
        'over_step_g', 500, 'over_step_amount', round(470 * z.zone))
    WHEN 'DHL-ECOM' THEN jsonb_build_object('kind', 'first_step', 'first_g', 500, 'first_amount', round(980 * z.zone), 'step_g', 500, 'step_amount', round(390 * z.zone))
    WHEN 'SF-ECON' THEN jsonb_build_object('kind', 'first_step', 'first_g', 500, 'first_amount', round(860 * z.zone), 'step_g', 500, 'step_amount', round(420 * z.zone))
    ELSE jsonb_build_object('kind', 'per_kg', 'handling_amount', round(r.handling * z.zone), 'kg_amount', round(r.kg * z.zone))
  END,
  c.divisor, c.step_g, round(r.p50 * z.slow), round(r.p90 * z.slow),
  CASE WHEN z.destination = 'US' THEN 'DDP' WHEN z.eu THEN 'IOSS' ELSE 'DDU' END,
  CASE WHEN c.code IN ('CP-EPACKET', 'YW-AIR') THEN 2000 ELSE 20000 END,
  CASE c.code WHEN 'CP-EPACKET' THEN '{battery,liquid,magnet}'::text[] WHEN 'YW-AIR' THEN '{battery,liquid}'::text[] WHEN 'YT-STD' THEN '{liquid}'::text[]
    WHEN 'CAINIAO-STD' THEN '{liquid}'::text[] ELSE '{}'::text[] END,
  CASE z.destination
    WHEN 'US' THEN '[{"prefixes": ["006", "007", "008", "009", "967", "968", "969", "995", "996", "997", "998", "999"], "amount": 450}]'::jsonb
    WHEN 'GB' THEN '[{"prefixes": ["BT", "HS", "IM", "JE", "GY", "ZE", "KW"], "amount": 380}]'::jsonb
    WHEN 'AU' THEN '[{"prefixes": ["08", "67"], "amount": 520}]'::jsonb
    WHEN 'CA' THEN '[{"prefixes": ["X", "Y"], "amount": 690}]'::jsonb
    WHEN 'ES' THEN '[{"prefixes": ["35", "38", "51", "52"], "amount": 410}]'::jsonb
    WHEN 'FR' THEN '[{"prefixes": ["20", "97", "98"], "amount": 560}]'::jsonb
    ELSE '[]'::jsonb END,
  timestamptz '2026-01-01T00:00:00Z'
FROM channels c
JOIN (VALUES ('YT-STD', 210, 1150, 8, 13), ('YT-FAST', 290, 1490, 5, 8), ('4PX-STD', 240, 1210, 8, 14), ('CP-EPACKET', 0, 0, 14, 24),
             ('DHL-ECOM', 0, 0, 6, 10), ('SF-ECON', 0, 0, 7, 12), ('YW-AIR', 190, 980, 13, 22), ('CAINIAO-STD', 180, 1020, 11, 18))
  AS r(code, handling, kg, p50, p90) ON r.code = c.code
CROSS JOIN (VALUES ('US', 1.00, 1.0, false), ('GB', 0.86, 0.9, false), ('DE', 0.90, 0.9, true), ('FR', 0.93, 0.95, true), ('IT', 0.98, 1.0, true),
                   ('ES', 0.96, 1.0, true), ('NL', 0.91, 0.9, true), ('BE', 0.94, 0.95, true), ('AT', 0.97, 1.0, true), ('IE', 1.02, 1.0, true),
                   ('SE', 1.05, 1.05, true), ('DK', 1.06, 1.05, true), ('PL', 0.95, 1.0, true), ('PT', 1.00, 1.05, true), ('FI', 1.09, 1.1, true),
                   ('NO', 1.16, 1.1, false), ('CH', 1.18, 1.0, false), ('CA', 1.08, 1.15, false), ('AU', 0.94, 1.0, false), ('NZ', 1.04, 1.1, false),
                   ('JP', 0.62, 0.6, false), ('KR', 0.60, 0.6, false), ('SG', 0.56, 0.5, false), ('AE', 0.88, 0.9, false), ('BR', 1.42, 1.9, false), ('MX', 1.24, 1.4, false))
  AS z(destination, zone, slow, eu);

INSERT INTO holidays (id, day, kind, name_en, name_zh, created_at)
SELECT gen_random_uuid(), d::date, 'off', h.name_en, h.name_zh, timestamptz '2026-01-01T00:00:00Z'
FROM (VALUES ('2026-10-01', '2026-10-07', 'National Day (Golden Week)', '国庆节（黄金周）'), ('2027-01-01', '2027-01-01', 'New Year’s Day', '元旦'),
             ('2027-02-05', '2027-02-12', 'Spring Festival', '春节'), ('2027-04-05', '2027-04-05', 'Tomb-Sweeping Day', '清明节'),
             ('2027-05-01', '2027-05-05', 'Labour Day', '劳动节'), ('2027-06-09', '2027-06-09', 'Dragon Boat Festival', '端午节'),
             ('2027-09-15', '2027-09-15', 'Mid-Autumn Festival', '中秋节'), ('2027-10-01', '2027-10-07', 'National Day (Golden Week)', '国庆节（黄金周）'))
  AS h(first, last, name_en, name_zh)
CROSS JOIN LATERAL generate_series(h.first::date, h.last::date, interval '1 day') AS d;

INSERT INTO cut_offs (id, channel_id, at_minute, valid_from, created_at)
SELECT gen_random_uuid(), NULL, 16 * 60, timestamptz '2026-01-01T00:00:00Z', timestamptz '2026-01-01T00:00:00Z'
UNION ALL
SELECT gen_random_uuid(), id, 14 * 60 + 30, timestamptz '2026-01-01T00:00:00Z', timestamptz '2026-01-01T00:00:00Z' FROM channels WHERE code = 'YT-FAST';

INSERT INTO claim_policies (id, reason, destination, counts_from, opens_after_days, window_days, evidence, valid_from, created_at)
SELECT gen_random_uuid(), p.reason, p.destination, p.counts_from, p.opens_after_days, p.window_days, p.evidence::text[], timestamptz '2026-01-01T00:00:00Z', timestamptz '2026-01-01T00:00:00Z'
FROM (VALUES ('damaged', NULL, 'delivered', 0, 30, '{photo,packaging_photo}'), ('wrong_item', NULL, 'delivered', 0, 30, '{photo}'),
             ('missing_item', NULL, 'delivered', 0, 30, '{photo,packaging_photo}'), ('quality', NULL, 'delivered', 0, 30, '{photo,video}'),
             ('not_received', NULL, 'delivered', 0, 14, '{buyer_message,carrier_letter}'), ('late', NULL, 'shipped', 60, 120, '{}'),
             ('late', 'US', 'shipped', 45, 120, '{}'), ('late', 'BR', 'shipped', 110, 180, '{}'), ('lost', NULL, 'shipped', 30, 120, '{}'),
             ('customs', NULL, 'shipped', 0, 90, '{carrier_letter}'), ('returned_to_sender', NULL, 'shipped', 0, 120, '{}'),
             ('cancel_after_paid', NULL, 'paid', 0, 30, '{}'))
  AS p(reason, destination, counts_from, opens_after_days, window_days, evidence);
