-- The schema as the migrations leave it: for reading, for reviews and for the structure test.
-- Written by `npm run db:types`; never edited, never run.

create sequence account_number_seq as bigint start 1001 increment 1;

create sequence adjustment_number_seq as bigint start 1001 increment 1;

create sequence catalog_code_seq as bigint start 100001 increment 1;

create sequence claim_number_seq as bigint start 1001 increment 1;

create sequence credit_note_number_seq as bigint start 1001 increment 1;

create sequence invoice_number_seq as bigint start 1001 increment 1;

create sequence invoice_order_number_seq as bigint start 10001 increment 1;

create sequence line_dispute_number_seq as bigint start 1001 increment 1;

create sequence manual_order_seq as bigint start 1001 increment 1;

create sequence price_proposal_number_seq as bigint start 1001 increment 1;

create sequence quote_number_seq as bigint start 1001 increment 1;

create sequence recharge_number_seq as bigint start 1001 increment 1;

create sequence stock_order_number_seq as bigint start 1001 increment 1;

create sequence withdrawal_number_seq as bigint start 1001 increment 1;

create table access_log (
  id uuid not null,
  account_id uuid not null,
  at timestamp with time zone not null,
  staff_user_id uuid not null,
  feature text not null,
  route text not null,
  entity_id text,
  request_id text,
  constraint access_log_pkey PRIMARY KEY (id),
  constraint access_log_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint access_log_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES users(id)
);
alter table access_log enable row level security;
alter table access_log force row level security;
CREATE INDEX access_log_account_idx ON public.access_log USING btree (account_id, at DESC, id DESC);
CREATE TRIGGER access_log_append_only BEFORE DELETE OR UPDATE ON public.access_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
create policy account_rows on access_log for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on access_log for all to tradewind_desk using (true) with check (true);
grant insert, select on access_log to tradewind_app;
grant insert, select on access_log to tradewind_desk;

create table account_contacts (
  account_id uuid not null,
  id uuid not null,
  type_of text not null,
  alias text,
  url text not null,
  phone_country text,
  phone_country_code text,
  created_at timestamp with time zone not null default now(),
  constraint account_contacts_pkey PRIMARY KEY (account_id, id),
  constraint account_contacts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_contacts_type_of_check CHECK ((type_of = ANY (ARRAY['whatsapp'::text, 'whatsapp_group'::text, 'discord'::text, 'discord_group'::text, 'slack'::text, 'other'::text])))
);
alter table account_contacts enable row level security;
alter table account_contacts force row level security;
create policy account_rows on account_contacts for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on account_contacts for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on account_contacts to tradewind_app;
grant delete, insert, select, update on account_contacts to tradewind_desk;

create table account_option_words (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  word text not null,
  meaning text not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint account_option_words_pkey PRIMARY KEY (account_id, id),
  constraint account_option_words_key UNIQUE (account_id, kind, word),
  constraint account_option_words_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_option_words_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint account_option_words_kind_check CHECK ((kind = ANY (ARRAY['color'::text, 'size'::text, 'other'::text]))),
  constraint account_option_words_meaning_check CHECK (((length(meaning) >= 1) AND (length(meaning) <= 60))),
  constraint account_option_words_word_check CHECK (((length(word) >= 1) AND (length(word) <= 60)))
);
alter table account_option_words enable row level security;
alter table account_option_words force row level security;
create policy account_rows on account_option_words for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on account_option_words for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on account_option_words to tradewind_app;
grant delete, insert, select, update on account_option_words to tradewind_desk;

create table accounts (
  id uuid not null,
  number bigint not null default nextval('account_number_seq'::regclass),
  name text not null,
  currency character(3) not null default 'USD'::bpchar,
  time_zone text not null default 'UTC'::text,
  agent_user_id uuid,
  market_note text,
  billing jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  image_identify_enabled boolean not null default true,
  invoicing text not null default 'checkout'::text,
  invoice_valid_hours integer not null default 24,
  invoiced_on date,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_number_key UNIQUE (number),
  constraint accounts_agent_fkey FOREIGN KEY (agent_user_id) REFERENCES users(id),
  constraint accounts_invoice_valid_hours_check CHECK (((invoice_valid_hours >= 1) AND (invoice_valid_hours <= 720))),
  constraint accounts_invoicing_check CHECK ((invoicing = ANY (ARRAY['checkout'::text, 'daily'::text]))),
  constraint accounts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
alter table accounts enable row level security;
alter table accounts force row level security;
CREATE TRIGGER accounts_statistics AFTER UPDATE OF time_zone, currency ON public.accounts FOR EACH ROW WHEN (((old.time_zone <> new.time_zone) OR (old.currency <> new.currency))) EXECUTE FUNCTION recompute_statistics();
create policy desk_rows on accounts for all to tradewind_desk using (true) with check (true);
create policy own_rows on accounts for all to tradewind_app using (((id = app_account()) OR (EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.account_id = accounts.id) AND (m.user_id = app_user())))))) with check (((id = app_account()) OR (EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.account_id = accounts.id) AND (m.user_id = app_user()))))));
grant select, update on accounts to tradewind_app;
grant delete, insert, select, update on accounts to tradewind_desk;

create table ad_spend (
  account_id uuid not null,
  id uuid not null,
  day date not null,
  store_id uuid,
  platform text not null,
  campaign text not null default ''::text,
  amount bigint not null,
  currency character(3) not null,
  rate numeric(24,12),
  source text not null,
  created_by uuid,
  updated_at timestamp with time zone not null,
  constraint ad_spend_pkey PRIMARY KEY (account_id, id),
  constraint ad_spend_account_id_day_store_id_platform_campaign_key UNIQUE NULLS NOT DISTINCT (account_id, day, store_id, platform, campaign),
  constraint ad_spend_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint ad_spend_account_id_store_id_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id),
  constraint ad_spend_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint ad_spend_amount_check CHECK ((amount >= 0)),
  constraint ad_spend_campaign_check CHECK ((length(campaign) <= 120)),
  constraint ad_spend_platform_check CHECK (((length(platform) >= 1) AND (length(platform) <= 40))),
  constraint ad_spend_rate_check CHECK ((rate > (0)::numeric)),
  constraint ad_spend_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'file'::text])))
);
alter table ad_spend enable row level security;
alter table ad_spend force row level security;
CREATE INDEX ad_spend_without_rate_idx ON public.ad_spend USING btree (day) WHERE (rate IS NULL);
create policy account_rows on ad_spend for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on ad_spend for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on ad_spend to tradewind_app;
grant delete, insert, select, update on ad_spend to tradewind_desk;

create table adjustments (
  account_id uuid not null,
  id uuid not null,
  number bigint not null default nextval('adjustment_number_seq'::regclass),
  kind text not null,
  amount bigint not null,
  currency character(3) not null,
  last_day date,
  reason text not null,
  status text not null default 'proposed'::text,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  ledger_seq bigint,
  version integer not null default 1,
  constraint adjustments_pkey PRIMARY KEY (account_id, id),
  constraint adjustments_ledger_key UNIQUE (account_id, ledger_seq),
  constraint adjustments_number_key UNIQUE (account_id, number),
  constraint adjustments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint adjustments_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint adjustments_ledger_fkey FOREIGN KEY (account_id, ledger_seq) REFERENCES ledger_transactions(account_id, seq),
  constraint adjustments_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id),
  constraint adjustments_booked CHECK (((ledger_seq IS NOT NULL) = ((status = 'approved'::text) AND (kind <> 'credit_limit'::text)))),
  constraint adjustments_check CHECK (((amount > 0) OR ((amount = 0) AND (kind = 'credit_limit'::text)))),
  constraint adjustments_decided CHECK ((((status = 'proposed'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)))),
  constraint adjustments_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'debit'::text, 'bonus'::text, 'credit_limit'::text]))),
  constraint adjustments_last_day CHECK (((kind = 'bonus'::text) = (last_day IS NOT NULL))),
  constraint adjustments_note_check CHECK ((length(note) <= 300)),
  constraint adjustments_reason_check CHECK (((length(reason) >= 5) AND (length(reason) <= 300))),
  constraint adjustments_second_person CHECK (((status <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR (decided_by <> proposed_by))),
  constraint adjustments_status_check CHECK ((status = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])))
);
alter table adjustments enable row level security;
alter table adjustments force row level security;
CREATE INDEX adjustments_newest_idx ON public.adjustments USING btree (proposed_at DESC, id DESC);
CREATE INDEX adjustments_proposed_idx ON public.adjustments USING btree (proposed_at, id) WHERE (status = 'proposed'::text);
CREATE TRIGGER adjustments_kept BEFORE UPDATE ON public.adjustments FOR EACH ROW EXECUTE FUNCTION keep_adjustment();
create policy account_rows on adjustments for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on adjustments for all to tradewind_desk using (true) with check (true);
grant insert, select, update on adjustments to tradewind_desk;

create table agreed_prices (
  account_id uuid not null,
  catalog_sku_id uuid not null,
  destination character(2) not null,
  price_id uuid not null,
  agreed_at timestamp with time zone not null,
  constraint agreed_prices_pkey PRIMARY KEY (account_id, catalog_sku_id, destination),
  constraint agreed_prices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint agreed_prices_catalog_sku_id_fkey FOREIGN KEY (catalog_sku_id) REFERENCES catalog_skus(id),
  constraint agreed_prices_price_fkey FOREIGN KEY (account_id, price_id) REFERENCES prices(account_id, id)
);
alter table agreed_prices enable row level security;
alter table agreed_prices force row level security;
create policy account_rows on agreed_prices for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on agreed_prices for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on agreed_prices to tradewind_app;
grant delete, insert, select, update on agreed_prices to tradewind_desk;

create table audit_log (
  id uuid not null,
  account_id uuid,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_user_id uuid,
  actor_name text,
  acting boolean not null default false,
  action text not null,
  entity text not null,
  entity_id text,
  fields text[] not null default '{}'::text[],
  details jsonb not null default '{}'::jsonb,
  request_id text,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint audit_log_actor_user_id_fkey FOREIGN KEY (actor_user_id) REFERENCES users(id),
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['merchant'::text, 'staff'::text, 'system'::text, 'anonymous'::text])))
);
alter table audit_log enable row level security;
alter table audit_log force row level security;
CREATE INDEX audit_log_account_idx ON public.audit_log USING btree (account_id, at DESC, id DESC);
CREATE INDEX audit_log_entity_idx ON public.audit_log USING btree (account_id, entity, entity_id, at DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
create policy account_rows on audit_log for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on audit_log for all to tradewind_desk using (true) with check (true);
grant insert, select on audit_log to tradewind_app;
grant insert, select on audit_log to tradewind_desk;

create table auto_recharges (
  account_id uuid not null,
  enabled boolean not null,
  threshold bigint not null,
  amount bigint not null,
  most_a_day bigint not null,
  most_a_month bigint,
  failures integer not null default 0,
  try_again_at timestamp with time zone,
  stopped text,
  limit_told_at timestamp with time zone,
  set_by uuid not null,
  version integer not null default 1,
  constraint auto_recharges_pkey PRIMARY KEY (account_id),
  constraint auto_recharges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint auto_recharges_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id),
  constraint auto_recharges_amount_check CHECK ((amount > 0)),
  constraint auto_recharges_check CHECK ((most_a_day >= amount)),
  constraint auto_recharges_check1 CHECK ((most_a_month >= amount)),
  constraint auto_recharges_stopped_check CHECK ((stopped = ANY (ARRAY['declined'::text, 'expired'::text, 'authentication'::text, 'unusable'::text, 'disputed'::text]))),
  constraint auto_recharges_threshold_check CHECK ((threshold > 0))
);
alter table auto_recharges enable row level security;
alter table auto_recharges force row level security;
CREATE INDEX auto_recharges_enabled_idx ON public.auto_recharges USING btree (account_id) WHERE (enabled AND (stopped IS NULL));
create policy account_rows on auto_recharges for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on auto_recharges for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on auto_recharges to tradewind_app;
grant delete, insert, select, update on auto_recharges to tradewind_desk;

create table autopay_rows (
  account_id uuid not null,
  run_id uuid not null,
  line integer not null,
  order_id uuid not null,
  outcome text not null,
  reason text,
  total bigint,
  constraint autopay_rows_pkey PRIMARY KEY (account_id, run_id, line),
  constraint autopay_rows_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint autopay_rows_run_fkey FOREIGN KEY (account_id, run_id) REFERENCES autopay_runs(account_id, id),
  constraint autopay_rows_outcome_check CHECK ((outcome = ANY (ARRAY['paid'::text, 'refused'::text, 'no_balance'::text])))
);
alter table autopay_rows enable row level security;
alter table autopay_rows force row level security;
CREATE INDEX autopay_rows_order_idx ON public.autopay_rows USING btree (account_id, order_id);
create policy account_rows on autopay_rows for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on autopay_rows for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on autopay_rows to tradewind_app;
grant delete, insert, select, update on autopay_rows to tradewind_desk;

create table autopay_runs (
  account_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  at timestamp with time zone not null,
  mode text not null,
  total bigint not null,
  currency character(3) not null,
  invoice_id uuid,
  started_by uuid,
  constraint autopay_runs_pkey PRIMARY KEY (account_id, id),
  constraint autopay_runs_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id),
  constraint autopay_runs_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id),
  constraint autopay_runs_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id)
);
alter table autopay_runs enable row level security;
alter table autopay_runs force row level security;
CREATE INDEX autopay_runs_at_idx ON public.autopay_runs USING btree (account_id, at DESC, id DESC);
CREATE INDEX autopay_runs_store_idx ON public.autopay_runs USING btree (account_id, store_id, at DESC, id DESC);
create policy account_rows on autopay_runs for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on autopay_runs for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on autopay_runs to tradewind_app;
grant delete, insert, select, update on autopay_runs to tradewind_desk;

create table avatars (
  id uuid not null,
  user_id uuid not null,
  sha256 text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint avatars_pkey PRIMARY KEY (id),
  constraint avatars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint avatars_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
alter table avatars enable row level security;
alter table avatars force row level security;
CREATE INDEX avatars_expires_idx ON public.avatars USING btree (expires_at);
CREATE INDEX avatars_sha256_idx ON public.avatars USING btree (sha256);
CREATE UNIQUE INDEX avatars_shown_idx ON public.avatars USING btree (user_id) WHERE (expires_at IS NULL);
create policy desk_rows on avatars for all to tradewind_desk using (true) with check (true);
create policy own_rows on avatars for all to tradewind_app using ((user_id = app_user())) with check ((user_id = app_user()));
grant delete, insert, select, update on avatars to tradewind_app;
grant delete, insert, select, update on avatars to tradewind_desk;

create table bank_files (
  id uuid not null,
  method text not null,
  name text not null,
  cells jsonb,
  row_count integer not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  imported_at timestamp with time zone,
  added integer,
  known integer,
  constraint bank_files_pkey PRIMARY KEY (id),
  constraint bank_files_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint bank_files_method_fkey FOREIGN KEY (method) REFERENCES recharge_methods(code),
  constraint bank_files_imported CHECK (((cells IS NULL) = (imported_at IS NOT NULL))),
  constraint bank_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
);
alter table bank_files enable row level security;
alter table bank_files force row level security;
CREATE INDEX bank_files_waiting_idx ON public.bank_files USING btree (created_at) WHERE (imported_at IS NULL);
create policy desk_rows on bank_files for all to tradewind_desk using (true) with check (true);
create policy own_rows on bank_files for all to tradewind_app using (false) with check (false);
grant delete, insert, select, update on bank_files to tradewind_app;
grant delete, insert, select, update on bank_files to tradewind_desk;

create table bank_rows (
  id uuid not null,
  method text not null,
  row_key text not null,
  file_id uuid not null,
  file_row integer not null,
  booked_on date not null,
  amount bigint not null,
  currency character(3) not null,
  reference text not null,
  payer text not null,
  transaction_id text,
  named text[] not null,
  status text not null default 'open'::text,
  account_id uuid,
  recharge_id uuid,
  note text,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint bank_rows_pkey PRIMARY KEY (id),
  constraint bank_rows_key UNIQUE (method, row_key),
  constraint bank_rows_recharge_key UNIQUE (account_id, recharge_id),
  constraint bank_rows_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint bank_rows_file_id_fkey FOREIGN KEY (file_id) REFERENCES bank_files(id),
  constraint bank_rows_method_fkey FOREIGN KEY (method) REFERENCES recharge_methods(code),
  constraint bank_rows_recharge_fkey FOREIGN KEY (account_id, recharge_id) REFERENCES recharges(account_id, id),
  constraint bank_rows_amount_check CHECK ((amount > 0)),
  constraint bank_rows_credited CHECK ((((status = 'credited'::text) = (recharge_id IS NOT NULL)) AND ((recharge_id IS NULL) = (account_id IS NULL)))),
  constraint bank_rows_decided CHECK ((((status = 'open'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)))),
  constraint bank_rows_note_check CHECK ((length(note) <= 300)),
  constraint bank_rows_row_key_check CHECK ((length(row_key) <= 120)),
  constraint bank_rows_status_check CHECK ((status = ANY (ARRAY['open'::text, 'credited'::text, 'ignored'::text])))
);
alter table bank_rows enable row level security;
alter table bank_rows force row level security;
CREATE INDEX bank_rows_newest_idx ON public.bank_rows USING btree (booked_on DESC, id DESC);
CREATE INDEX bank_rows_open_idx ON public.bank_rows USING btree (booked_on DESC, id DESC) WHERE (status = 'open'::text);
create policy desk_rows on bank_rows for all to tradewind_desk using (true) with check (true);
create policy own_rows on bank_rows for all to tradewind_app using (false) with check (false);
grant delete, insert, select, update on bank_rows to tradewind_app;
grant delete, insert, select, update on bank_rows to tradewind_desk;

create table bonus_lots (
  account_id uuid not null,
  ledger_account text not null,
  last_day date not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint bonus_lots_pkey PRIMARY KEY (account_id, ledger_account),
  constraint bonus_lots_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint bonus_lots_ledger_account_check CHECK ((ledger_account ~ '^bonus:\d{4}-\d\d-\d\d-'::text))
);
alter table bonus_lots enable row level security;
alter table bonus_lots force row level security;
CREATE INDEX bonus_lots_open_idx ON public.bonus_lots USING btree (last_day) WHERE (closed_at IS NULL);
create policy account_rows on bonus_lots for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on bonus_lots for all to tradewind_desk using (true) with check (true);
grant insert, select, update on bonus_lots to tradewind_app;
grant insert, select, update on bonus_lots to tradewind_desk;

create table bulk_rows (
  account_id uuid not null,
  job_id uuid not null,
  "position" integer not null,
  row_id uuid not null,
  name text not null,
  ok boolean,
  code text,
  reason text,
  way text,
  amount bigint,
  currency text,
  constraint bulk_rows_pkey PRIMARY KEY (account_id, job_id, row_id),
  constraint bulk_rows_position_key UNIQUE (account_id, job_id, "position"),
  constraint bulk_rows_job_fkey FOREIGN KEY (account_id, job_id) REFERENCES jobs(account_id, id) ON DELETE CASCADE,
  constraint bulk_rows_money_check CHECK (((amount IS NULL) = (currency IS NULL))),
  constraint bulk_rows_reason_check CHECK (((ok IS NOT FALSE) OR ((code IS NOT NULL) AND (reason IS NOT NULL))))
);
alter table bulk_rows enable row level security;
alter table bulk_rows force row level security;
CREATE INDEX bulk_rows_refused_idx ON public.bulk_rows USING btree (account_id, job_id, "position") WHERE (NOT ok);
CREATE INDEX bulk_rows_waiting_idx ON public.bulk_rows USING btree (account_id, job_id, "position") WHERE (ok IS NULL);
create policy account_rows on bulk_rows for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on bulk_rows for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on bulk_rows to tradewind_app;
grant delete, insert, select, update on bulk_rows to tradewind_desk;

create table cancel_requests (
  account_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  status text not null,
  reason text not null,
  asked_at timestamp with time zone not null,
  asked_by uuid,
  due_at timestamp with time zone not null,
  cost bigint,
  refund bigint,
  answer text not null default ''::text,
  decided_at timestamp with time zone,
  decided_by uuid,
  overdue_told_at timestamp with time zone,
  units text not null default 'open'::text,
  constraint cancel_requests_pkey PRIMARY KEY (account_id, id),
  constraint cancel_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint cancel_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint cancel_requests_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint cancel_requests_accepted CHECK (((status <> 'accepted'::text) OR ((cost IS NOT NULL) AND (refund IS NOT NULL)))),
  constraint cancel_requests_cost_check CHECK ((cost >= 0)),
  constraint cancel_requests_decided CHECK (((status = 'open'::text) = (decided_at IS NULL))),
  constraint cancel_requests_refund_check CHECK ((refund >= 0)),
  constraint cancel_requests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint cancel_requests_units_check CHECK ((units = ANY (ARRAY['open'::text, 'removed'::text])))
);
alter table cancel_requests enable row level security;
alter table cancel_requests force row level security;
CREATE UNIQUE INDEX cancel_requests_open_key ON public.cancel_requests USING btree (account_id, order_id) WHERE (status = 'open'::text);
CREATE INDEX cancel_requests_order_idx ON public.cancel_requests USING btree (account_id, order_id, asked_at);
CREATE INDEX cancel_requests_staff_idx ON public.cancel_requests USING btree (status, due_at, id);
create policy account_rows on cancel_requests for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on cancel_requests for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on cancel_requests to tradewind_app;
grant delete, insert, select, update on cancel_requests to tradewind_desk;

create table carrier_inbox (
  feed text not null,
  delivery_id text not null,
  words jsonb not null,
  received_at timestamp with time zone not null,
  done_at timestamp with time zone,
  constraint carrier_inbox_pkey PRIMARY KEY (feed, delivery_id)
);
alter table carrier_inbox enable row level security;
alter table carrier_inbox force row level security;
CREATE INDEX carrier_inbox_received_idx ON public.carrier_inbox USING btree (received_at);
create policy desk_rows on carrier_inbox for all to tradewind_desk using (true) with check (true);
create policy own_rows on carrier_inbox for all to tradewind_app using (false) with check (false);
grant delete, insert, select, update on carrier_inbox to tradewind_app;
grant delete, insert, select, update on carrier_inbox to tradewind_desk;

create table catalog_looks (
  sha256 text not null,
  rough_full bit(128) not null,
  rough_best bit(128) not null,
  constraint catalog_looks_pkey PRIMARY KEY (sha256),
  constraint catalog_looks_sha256_fkey FOREIGN KEY (sha256) REFERENCES picture_descriptors(sha256) ON DELETE CASCADE
);
grant delete, insert, select, update on catalog_looks to tradewind_app;
grant delete, insert, select, update on catalog_looks to tradewind_desk;

create table catalog_pictures (
  product_id uuid not null,
  "position" integer not null,
  picture text not null,
  constraint catalog_pictures_pkey PRIMARY KEY (product_id, "position"),
  constraint catalog_pictures_picture_fkey FOREIGN KEY (picture) REFERENCES pictures(sha256),
  constraint catalog_pictures_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog_products(id),
  constraint catalog_pictures_position_check CHECK ((("position" >= 1) AND ("position" <= 20)))
);
CREATE INDEX catalog_pictures_picture_idx ON public.catalog_pictures USING btree (picture);
CREATE TRIGGER catalog_pictures_look AFTER INSERT OR UPDATE OF picture ON public.catalog_pictures FOR EACH ROW EXECUTE FUNCTION note_catalog_picture();
grant delete, insert, select, update on catalog_pictures to tradewind_app;
grant delete, insert, select, update on catalog_pictures to tradewind_desk;

create table catalog_products (
  id uuid not null,
  owner_account_id uuid,
  title text not null,
  description text not null default ''::text,
  category text,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint catalog_products_pkey PRIMARY KEY (id),
  constraint catalog_products_owner_account_id_fkey FOREIGN KEY (owner_account_id) REFERENCES accounts(id),
  constraint catalog_products_category_check CHECK (((length(category) >= 1) AND (length(category) <= 60))),
  constraint catalog_products_description_check CHECK ((length(description) <= 10000)),
  constraint catalog_products_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255)))
);
alter table catalog_products enable row level security;
alter table catalog_products force row level security;
CREATE INDEX catalog_products_owner_idx ON public.catalog_products USING btree (owner_account_id, created_at DESC, id DESC);
create policy account_rows on catalog_products for select to tradewind_app using (((owner_account_id IS NULL) OR (owner_account_id = app_account())));
create policy desk_rows on catalog_products for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on catalog_products to tradewind_app;
grant delete, insert, select, update on catalog_products to tradewind_desk;

create table catalog_skus (
  id uuid not null,
  code text not null default ('TW'::text || nextval('catalog_code_seq'::regclass)),
  owner_account_id uuid,
  title text not null,
  attributes jsonb not null default '{}'::jsonb,
  weight_g integer not null,
  length_mm integer,
  width_mm integer,
  height_mm integer,
  flags text[] not null default '{}'::text[],
  hs_code text,
  origin character(2),
  lead_days integer not null default 3,
  moq integer not null default 1,
  status text not null default 'active'::text,
  picture text,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  product_id uuid not null default gen_random_uuid(),
  "position" integer not null default 1,
  sell_out boolean not null default false,
  declared_value integer,
  pack integer not null default 1,
  constraint catalog_skus_pkey PRIMARY KEY (id),
  constraint catalog_skus_code_key UNIQUE (code),
  constraint catalog_skus_owner_account_id_fkey FOREIGN KEY (owner_account_id) REFERENCES accounts(id),
  constraint catalog_skus_picture_fkey FOREIGN KEY (picture) REFERENCES pictures(sha256),
  constraint catalog_skus_product_fkey FOREIGN KEY (product_id) REFERENCES catalog_products(id),
  constraint catalog_skus_declared_value_check CHECK ((declared_value >= 0)),
  constraint catalog_skus_height_mm_check CHECK ((height_mm > 0)),
  constraint catalog_skus_lead_days_check CHECK ((lead_days >= 0)),
  constraint catalog_skus_length_mm_check CHECK ((length_mm > 0)),
  constraint catalog_skus_moq_check CHECK ((moq > 0)),
  constraint catalog_skus_pack_check CHECK ((pack >= 1)),
  constraint catalog_skus_status_check CHECK ((status = ANY (ARRAY['active'::text, 'low'::text, 'discontinued'::text]))),
  constraint catalog_skus_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255))),
  constraint catalog_skus_weight_g_check CHECK ((weight_g > 0)),
  constraint catalog_skus_width_mm_check CHECK ((width_mm > 0))
);
alter table catalog_skus enable row level security;
alter table catalog_skus force row level security;
CREATE INDEX catalog_skus_owner_idx ON public.catalog_skus USING btree (owner_account_id, code);
CREATE INDEX catalog_skus_picture_idx ON public.catalog_skus USING btree (picture) WHERE (picture IS NOT NULL);
CREATE INDEX catalog_skus_product_idx ON public.catalog_skus USING btree (product_id, "position");
CREATE TRIGGER catalog_skus_look AFTER INSERT OR UPDATE OF picture ON public.catalog_skus FOR EACH ROW WHEN ((new.picture IS NOT NULL)) EXECUTE FUNCTION note_catalog_picture();
CREATE TRIGGER catalog_skus_product BEFORE INSERT ON public.catalog_skus FOR EACH ROW EXECUTE FUNCTION give_sku_its_product();
create policy account_rows on catalog_skus for select to tradewind_app using (((owner_account_id IS NULL) OR (owner_account_id = app_account())));
create policy desk_rows on catalog_skus for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on catalog_skus to tradewind_app;
grant delete, insert, select, update on catalog_skus to tradewind_desk;

create table channel_rates (
  id uuid not null,
  channel_id uuid not null,
  destination character(2) not null,
  valid_from timestamp with time zone not null,
  offered boolean not null default true,
  currency character(3) not null,
  formula jsonb not null,
  divisor integer,
  step_g integer not null default 1,
  days_p50 integer not null,
  days_p90 integer not null,
  tax_mode text not null,
  max_weight_g integer,
  refuses text[] not null default '{}'::text[],
  remote jsonb not null default '[]'::jsonb,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint channel_rates_pkey PRIMARY KEY (id),
  constraint channel_rates_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint channel_rates_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint channel_rates_days CHECK ((days_p90 >= days_p50)),
  constraint channel_rates_days_p50_check CHECK ((days_p50 >= 0)),
  constraint channel_rates_divisor_check CHECK ((divisor > 0)),
  constraint channel_rates_max_weight_g_check CHECK ((max_weight_g > 0)),
  constraint channel_rates_no_past CHECK ((valid_from >= created_at)),
  constraint channel_rates_step_g_check CHECK ((step_g > 0)),
  constraint channel_rates_tax_mode_check CHECK ((tax_mode = ANY (ARRAY['DDP'::text, 'IOSS'::text, 'DDU'::text])))
);
CREATE INDEX channel_rates_at_idx ON public.channel_rates USING btree (destination, channel_id, valid_from DESC, created_at DESC, id DESC);
CREATE TRIGGER channel_rates_append_only BEFORE DELETE OR UPDATE ON public.channel_rates FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER channel_rates_no_truncate BEFORE TRUNCATE ON public.channel_rates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on channel_rates to tradewind_app;
grant insert, select on channel_rates to tradewind_desk;

create table channels (
  id uuid not null,
  code text not null,
  name text not null,
  carrier text not null,
  tracking_url text,
  divisor integer,
  step_g integer not null default 1,
  active boolean not null default true,
  needs_phone boolean not null default false,
  latin_only boolean not null default false,
  takes_po_boxes boolean not null default true,
  needs_customs boolean not null default false,
  constraint channels_pkey PRIMARY KEY (id),
  constraint channels_code_key UNIQUE (code),
  constraint channels_divisor_check CHECK ((divisor > 0)),
  constraint channels_step_g_check CHECK ((step_g > 0))
);
grant delete, insert, select, update on channels to tradewind_app;
grant delete, insert, select, update on channels to tradewind_desk;

create table claim_events (
  account_id uuid not null,
  id uuid not null,
  claim_id uuid not null,
  action text not null,
  status text not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_name text,
  data jsonb not null default '{}'::jsonb,
  constraint claim_events_pkey PRIMARY KEY (account_id, id),
  constraint claim_events_claim_fkey FOREIGN KEY (account_id, claim_id) REFERENCES claims(account_id, id)
);
alter table claim_events enable row level security;
alter table claim_events force row level security;
CREATE INDEX claim_events_claim_idx ON public.claim_events USING btree (account_id, claim_id, id);
create policy account_rows on claim_events for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on claim_events for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on claim_events to tradewind_app;
grant delete, insert, select, update on claim_events to tradewind_desk;

create table claim_evidence (
  account_id uuid not null,
  id uuid not null,
  claim_id uuid not null,
  kind text not null,
  file_id uuid,
  at timestamp with time zone not null,
  actor_name text,
  constraint claim_evidence_pkey PRIMARY KEY (account_id, id),
  constraint claim_evidence_claim_fkey FOREIGN KEY (account_id, claim_id) REFERENCES claims(account_id, id),
  constraint claim_evidence_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id),
  constraint claim_evidence_kind_check CHECK ((kind = ANY (ARRAY['photo'::text, 'video'::text, 'packaging_photo'::text, 'buyer_message'::text, 'carrier_letter'::text])))
);
alter table claim_evidence enable row level security;
alter table claim_evidence force row level security;
CREATE INDEX claim_evidence_claim_idx ON public.claim_evidence USING btree (account_id, claim_id, id);
create policy account_rows on claim_evidence for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on claim_evidence for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on claim_evidence to tradewind_app;
grant delete, insert, select, update on claim_evidence to tradewind_desk;

create table claim_limits (
  account_id uuid not null,
  auto_amount bigint not null,
  max_rate_bp integer not null,
  updated_at timestamp with time zone not null,
  updated_by text,
  version integer not null default 1,
  constraint claim_limits_pkey PRIMARY KEY (account_id),
  constraint claim_limits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint claim_limits_auto_amount_check CHECK ((auto_amount >= 0)),
  constraint claim_limits_max_rate_bp_check CHECK (((max_rate_bp >= 0) AND (max_rate_bp <= 10000)))
);
alter table claim_limits enable row level security;
alter table claim_limits force row level security;
create policy account_rows on claim_limits for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on claim_limits for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on claim_limits to tradewind_app;
grant delete, insert, select, update on claim_limits to tradewind_desk;

create table claim_lines (
  account_id uuid not null,
  claim_id uuid not null,
  line_id uuid not null,
  parcel_id uuid,
  quantity integer not null,
  most bigint not null,
  asked bigint not null,
  granted bigint not null default 0,
  open boolean not null default true,
  constraint claim_lines_pkey PRIMARY KEY (account_id, claim_id, line_id),
  constraint claim_lines_claim_fkey FOREIGN KEY (account_id, claim_id) REFERENCES claims(account_id, id),
  constraint claim_lines_line_fkey FOREIGN KEY (account_id, line_id) REFERENCES order_lines(account_id, id),
  constraint claim_lines_check CHECK (((asked >= 0) AND (asked <= most))),
  constraint claim_lines_check1 CHECK (((granted >= 0) AND (granted <= most))),
  constraint claim_lines_most_check CHECK ((most >= 0)),
  constraint claim_lines_quantity_check CHECK ((quantity > 0))
);
alter table claim_lines enable row level security;
alter table claim_lines force row level security;
CREATE UNIQUE INDEX claim_lines_open_key ON public.claim_lines USING btree (account_id, line_id, COALESCE(parcel_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE open;
create policy account_rows on claim_lines for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on claim_lines for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on claim_lines to tradewind_app;
grant delete, insert, select, update on claim_lines to tradewind_desk;

create table claim_messages (
  account_id uuid not null,
  id uuid not null,
  claim_id uuid not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_name text,
  internal boolean not null default false,
  text text not null,
  constraint claim_messages_pkey PRIMARY KEY (account_id, id),
  constraint claim_messages_claim_fkey FOREIGN KEY (account_id, claim_id) REFERENCES claims(account_id, id)
);
alter table claim_messages enable row level security;
alter table claim_messages force row level security;
CREATE INDEX claim_messages_claim_idx ON public.claim_messages USING btree (account_id, claim_id, id);
create policy account_rows on claim_messages for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on claim_messages for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on claim_messages to tradewind_app;
grant delete, insert, select, update on claim_messages to tradewind_desk;

create table claim_policies (
  id uuid not null,
  reason text not null,
  destination character(2),
  counts_from text not null,
  opens_after_days integer not null default 0,
  window_days integer not null,
  evidence text[] not null default '{}'::text[],
  valid_from timestamp with time zone not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint claim_policies_pkey PRIMARY KEY (id),
  constraint claim_policies_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint claim_policies_counts_from_check CHECK ((counts_from = ANY (ARRAY['paid'::text, 'shipped'::text, 'delivered'::text]))),
  constraint claim_policies_no_past CHECK ((valid_from >= created_at)),
  constraint claim_policies_opens_after_days_check CHECK ((opens_after_days >= 0)),
  constraint claim_policies_order CHECK ((window_days > opens_after_days)),
  constraint claim_policies_reason_check CHECK ((reason = ANY (ARRAY['not_received'::text, 'lost'::text, 'damaged'::text, 'wrong_item'::text, 'missing_item'::text, 'quality'::text, 'late'::text, 'customs'::text, 'returned_to_sender'::text, 'cancel_after_paid'::text]))),
  constraint claim_policies_window_days_check CHECK (((window_days >= 1) AND (window_days <= 365)))
);
CREATE TRIGGER claim_policies_append_only BEFORE DELETE OR UPDATE ON public.claim_policies FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER claim_policies_no_truncate BEFORE TRUNCATE ON public.claim_policies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on claim_policies to tradewind_app;
grant insert, select on claim_policies to tradewind_desk;

create table claims (
  account_id uuid not null,
  id uuid not null,
  number bigint not null default nextval('claim_number_seq'::regclass),
  order_id uuid not null,
  parcel_id uuid,
  reason text not null,
  wanted text not null,
  status text not null,
  note text not null default ''::text,
  policy_id uuid,
  evidence text[] not null default '{}'::text[],
  verdict text not null,
  findings jsonb not null default '[]'::jsonb,
  opens_at timestamp with time zone,
  deadline timestamp with time zone,
  currency character(3) not null,
  asked bigint not null,
  granted bigint,
  due_at timestamp with time zone,
  evidence_due_at timestamp with time zone,
  decision text,
  decision_note text not null default ''::text,
  decided_at timestamp with time zone,
  decided_by text,
  appealed_at timestamp with time zone,
  reship_order_id uuid,
  submitted_by uuid,
  submitted_at timestamp with time zone not null,
  version integer not null default 1,
  constraint claims_pkey PRIMARY KEY (account_id, id),
  constraint claims_number_key UNIQUE (account_id, number),
  constraint claims_reship_key UNIQUE (account_id, reship_order_id),
  constraint claims_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint claims_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint claims_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels(account_id, id),
  constraint claims_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES claim_policies(id),
  constraint claims_reship_fkey FOREIGN KEY (account_id, reship_order_id) REFERENCES orders(account_id, id),
  constraint claims_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id),
  constraint claims_asked_check CHECK ((asked >= 0)),
  constraint claims_decision_check CHECK ((decision = ANY (ARRAY['refund'::text, 'partial'::text, 'reship'::text, 'reject'::text]))),
  constraint claims_granted_check CHECK ((granted >= 0)),
  constraint claims_our_clock CHECK (((status = ANY (ARRAY['submitted'::text, 'under_review'::text])) = (due_at IS NOT NULL))),
  constraint claims_reason_check CHECK ((reason = ANY (ARRAY['not_received'::text, 'lost'::text, 'damaged'::text, 'wrong_item'::text, 'missing_item'::text, 'quality'::text, 'late'::text, 'customs'::text, 'returned_to_sender'::text, 'cancel_after_paid'::text]))),
  constraint claims_status_check CHECK ((status = ANY (ARRAY['submitted'::text, 'under_review'::text, 'need_evidence'::text, 'approved_refund'::text, 'approved_partial'::text, 'approved_reship'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text, 'closed'::text]))),
  constraint claims_their_clock CHECK (((status = 'need_evidence'::text) = (evidence_due_at IS NOT NULL))),
  constraint claims_verdict_check CHECK ((verdict = ANY (ARRAY['eligible'::text, 'too_early'::text, 'too_late'::text, 'delivered'::text, 'not_delivered'::text, 'not_shipped'::text, 'evidence_missing'::text, 'nothing_left'::text, 'no_policy'::text]))),
  constraint claims_wanted_check CHECK ((wanted = ANY (ARRAY['refund'::text, 'reship'::text])))
);
alter table claims enable row level security;
alter table claims force row level security;
CREATE INDEX claims_amount_idx ON public.claims USING btree (account_id, COALESCE(NULLIF(granted, 0), asked), number);
CREATE INDEX claims_due_idx ON public.claims USING btree (account_id, COALESCE(due_at, evidence_due_at), number);
CREATE INDEX claims_ended_idx ON public.claims USING btree (decided_at) WHERE (status = ANY (ARRAY['approved_refund'::text, 'approved_partial'::text, 'approved_reship'::text, 'rejected'::text]));
CREATE INDEX claims_order_idx ON public.claims USING btree (account_id, order_id, number);
CREATE INDEX claims_staff_idx ON public.claims USING btree (status, due_at, id);
CREATE TRIGGER claims_statistics AFTER INSERT OR UPDATE OF status, granted, asked ON public.claims FOR EACH ROW EXECUTE FUNCTION note_claim_months();
create policy account_rows on claims for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on claims for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on claims to tradewind_app;
grant delete, insert, select, update on claims to tradewind_desk;

create table client_margins (
  account_id uuid not null,
  percent numeric(6,2) not null,
  "least" bigint not null default 0,
  changed_by uuid,
  changed_at timestamp with time zone not null,
  version integer not null default 1,
  constraint client_margins_pkey PRIMARY KEY (account_id),
  constraint client_margins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint client_margins_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint client_margins_least_check CHECK (("least" >= 0)),
  constraint client_margins_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (500)::numeric)))
);
alter table client_margins enable row level security;
alter table client_margins force row level security;
create policy desk_rows on client_margins for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on client_margins to tradewind_desk;

create table comparison_days (
  account_id uuid not null,
  comparison_id uuid not null,
  day text not null,
  reading jsonb not null,
  constraint comparison_days_pkey PRIMARY KEY (account_id, comparison_id, day),
  constraint comparison_days_comparison_fkey FOREIGN KEY (account_id, comparison_id) REFERENCES comparisons(account_id, id)
);
alter table comparison_days enable row level security;
alter table comparison_days force row level security;
create policy account_rows on comparison_days for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on comparison_days for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on comparison_days to tradewind_app;
grant delete, insert, select, update on comparison_days to tradewind_desk;

create table comparison_findings (
  account_id uuid not null,
  comparison_id uuid not null,
  external_id text not null,
  order_name text,
  day text not null,
  kind text not null,
  differs text[] not null default '{}'::text[],
  outcome text not null,
  constraint comparison_findings_pkey PRIMARY KEY (account_id, comparison_id, external_id),
  constraint comparison_findings_comparison_fkey FOREIGN KEY (account_id, comparison_id) REFERENCES comparisons(account_id, id),
  constraint comparison_findings_kind_check CHECK ((kind = ANY (ARRAY['missing'::text, 'extra'::text, 'different'::text]))),
  constraint comparison_findings_outcome_check CHECK ((outcome = ANY (ARRAY['healed'::text, 'open'::text])))
);
alter table comparison_findings enable row level security;
alter table comparison_findings force row level security;
create policy account_rows on comparison_findings for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on comparison_findings for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on comparison_findings to tradewind_app;
grant delete, insert, select, update on comparison_findings to tradewind_desk;

create table comparison_reports (
  account_id uuid not null,
  comparison_id uuid not null,
  store_id uuid not null,
  number integer not null,
  previous text,
  hash text not null,
  body text not null,
  public_key text not null,
  signature text not null,
  signed_at timestamp with time zone not null,
  constraint comparison_reports_pkey PRIMARY KEY (account_id, comparison_id),
  constraint comparison_reports_number_key UNIQUE (account_id, store_id, number),
  constraint comparison_reports_comparison_fkey FOREIGN KEY (account_id, comparison_id) REFERENCES comparisons(account_id, id),
  constraint comparison_reports_hash_check CHECK ((length(hash) = 64)),
  constraint comparison_reports_number_check CHECK ((number > 0)),
  constraint comparison_reports_previous_check CHECK ((length(previous) = 64))
);
alter table comparison_reports enable row level security;
alter table comparison_reports force row level security;
CREATE INDEX comparison_reports_hash_idx ON public.comparison_reports USING btree (hash);
CREATE TRIGGER comparison_reports_append_only BEFORE DELETE OR UPDATE ON public.comparison_reports FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER comparison_reports_no_truncate BEFORE TRUNCATE ON public.comparison_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
create policy account_rows on comparison_reports for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on comparison_reports for all to tradewind_desk using (true) with check (true);
grant insert, select on comparison_reports to tradewind_app;
grant insert, select on comparison_reports to tradewind_desk;

create table comparisons (
  account_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  cause text not null,
  state text not null default 'running'::text,
  job_id uuid not null,
  from_day text not null,
  to_day text not null,
  zone text not null,
  as_of timestamp with time zone not null,
  runner uuid,
  shop_orders integer not null default 0,
  our_orders integer not null default 0,
  found integer not null default 0,
  healed integer not null default 0,
  error text,
  created_at timestamp with time zone not null,
  touched_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint comparisons_pkey PRIMARY KEY (account_id, id),
  constraint comparisons_job_fkey FOREIGN KEY (account_id, job_id) REFERENCES jobs(account_id, id),
  constraint comparisons_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id),
  constraint comparisons_cause_check CHECK ((cause = ANY (ARRAY['daily'::text, 'asked'::text]))),
  constraint comparisons_check CHECK ((to_day >= from_day)),
  constraint comparisons_from_day_check CHECK ((from_day ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint comparisons_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
alter table comparisons enable row level security;
alter table comparisons force row level security;
CREATE INDEX comparisons_list_idx ON public.comparisons USING btree (account_id, store_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX comparisons_running_key ON public.comparisons USING btree (account_id, store_id) WHERE (state = 'running'::text);
create policy account_rows on comparisons for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on comparisons for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on comparisons to tradewind_app;
grant delete, insert, select, update on comparisons to tradewind_desk;

create table credit_notes (
  account_id uuid not null,
  id uuid not null,
  number bigint not null default nextval('credit_note_number_seq'::regclass),
  invoice_id uuid not null,
  amount bigint not null,
  reason text not null,
  issued_at timestamp with time zone not null,
  ledger_seq bigint not null,
  invoice_order_id uuid,
  cause text,
  constraint credit_notes_pkey PRIMARY KEY (account_id, id),
  constraint credit_notes_cause_key UNIQUE (account_id, invoice_order_id, cause),
  constraint credit_notes_ledger_key UNIQUE (account_id, ledger_seq),
  constraint credit_notes_number_key UNIQUE (account_id, number),
  constraint credit_notes_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id),
  constraint credit_notes_ledger_fkey FOREIGN KEY (account_id, ledger_seq) REFERENCES ledger_transactions(account_id, seq),
  constraint credit_notes_order_fkey FOREIGN KEY (account_id, invoice_order_id) REFERENCES invoice_orders(account_id, id),
  constraint credit_notes_amount_check CHECK ((amount > 0))
);
alter table credit_notes enable row level security;
alter table credit_notes force row level security;
CREATE INDEX credit_notes_invoice_idx ON public.credit_notes USING btree (account_id, invoice_id, number);
CREATE INDEX credit_notes_list_idx ON public.credit_notes USING btree (account_id, issued_at DESC, id DESC);
create policy account_rows on credit_notes for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on credit_notes for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on credit_notes to tradewind_app;
grant delete, insert, select, update on credit_notes to tradewind_desk;

create table cut_offs (
  id uuid not null,
  channel_id uuid,
  at_minute integer not null,
  valid_from timestamp with time zone not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint cut_offs_pkey PRIMARY KEY (id),
  constraint cut_offs_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint cut_offs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint cut_offs_at_minute_check CHECK (((at_minute >= 0) AND (at_minute <= 1439))),
  constraint cut_offs_no_past CHECK ((valid_from >= created_at))
);
CREATE TRIGGER cut_offs_append_only BEFORE DELETE OR UPDATE ON public.cut_offs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cut_offs_no_truncate BEFORE TRUNCATE ON public.cut_offs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on cut_offs to tradewind_app;
grant insert, select on cut_offs to tradewind_desk;

create table exchange_rates (
  currency character(3) not null,
  day date not null,
  source text not null,
  per_euro numeric(20,10) not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint exchange_rates_pkey PRIMARY KEY (currency, day, source),
  constraint exchange_rates_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint exchange_rates_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'EUR'::bpchar))),
  constraint exchange_rates_per_euro_check CHECK ((per_euro > (0)::numeric)),
  constraint exchange_rates_source_check CHECK ((source = ANY (ARRAY['ecb'::text, 'staff'::text])))
);
grant select on exchange_rates to tradewind_app;
grant delete, insert, select, update on exchange_rates to tradewind_desk;

create table external_payments (
  provider text not null,
  reference text not null,
  account_id uuid not null,
  recharge_id uuid not null,
  created_at timestamp with time zone not null,
  constraint external_payments_pkey PRIMARY KEY (provider, reference),
  constraint external_payments_recharge_fkey FOREIGN KEY (account_id, recharge_id) REFERENCES recharges(account_id, id)
);
alter table external_payments enable row level security;
alter table external_payments force row level security;
create policy desk_rows on external_payments for all to tradewind_desk using (true) with check (true);
create policy own_rows on external_payments for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
grant delete, insert, select, update on external_payments to tradewind_app;
grant delete, insert, select, update on external_payments to tradewind_desk;

create table file_links (
  token_hash text not null,
  account_id uuid not null,
  file_id uuid not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint file_links_pkey PRIMARY KEY (token_hash),
  constraint file_links_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id) ON DELETE CASCADE
);
alter table file_links enable row level security;
alter table file_links force row level security;
create policy desk_rows on file_links for all to tradewind_desk using (true) with check (true);
create policy own_rows on file_links for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
grant delete, insert, select, update on file_links to tradewind_app;
grant delete, insert, select, update on file_links to tradewind_desk;

create table files (
  account_id uuid not null,
  id uuid not null,
  sha256 text not null,
  size bigint not null,
  mime text not null,
  name text not null,
  purpose text not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint files_pkey PRIMARY KEY (account_id, id),
  constraint files_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint files_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint files_purpose_check CHECK ((purpose = ANY (ARRAY['recharge_proof'::text, 'order_import'::text, 'quote_attachment'::text, 'export'::text, 'image_search'::text, 'mapping_file'::text, 'stock_qc'::text, 'claim_evidence'::text, 'ad_spend'::text, 'invoice_pdf'::text]))),
  constraint files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint files_size_check CHECK ((size >= 0))
);
alter table files enable row level security;
alter table files force row level security;
CREATE INDEX files_expiry_idx ON public.files USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX files_sha_idx ON public.files USING btree (sha256);
create policy account_rows on files for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on files for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on files to tradewind_app;
grant delete, insert, select, update on files to tradewind_desk;

create table fx_rates (
  id uuid not null,
  currency character(3) not null,
  yuan numeric(14,6) not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint fx_rates_pkey PRIMARY KEY (id),
  constraint fx_rates_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint fx_rates_yuan_check CHECK ((yuan > (0)::numeric))
);
alter table fx_rates enable row level security;
alter table fx_rates force row level security;
CREATE INDEX fx_rates_currency_idx ON public.fx_rates USING btree (currency, created_at DESC, id DESC);
create policy desk_rows on fx_rates for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on fx_rates to tradewind_desk;

create table holidays (
  id uuid not null,
  day date not null,
  kind text not null,
  name_en text not null,
  name_zh text not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint holidays_pkey PRIMARY KEY (id),
  constraint holidays_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint holidays_kind_check CHECK ((kind = ANY (ARRAY['off'::text, 'working'::text, 'ordinary'::text]))),
  constraint holidays_name_en_check CHECK ((length(name_en) <= 80)),
  constraint holidays_name_zh_check CHECK ((length(name_zh) <= 80)),
  constraint holidays_no_past CHECK ((day >= ((created_at AT TIME ZONE 'Asia/Shanghai'::text))::date))
);
CREATE INDEX holidays_day_idx ON public.holidays USING btree (day, created_at DESC, id DESC);
CREATE TRIGGER holidays_append_only BEFORE DELETE OR UPDATE ON public.holidays FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER holidays_no_truncate BEFORE TRUNCATE ON public.holidays FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on holidays to tradewind_app;
grant insert, select on holidays to tradewind_desk;

create table idempotency_keys (
  actor_id uuid not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (actor_id, route, key),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 8) AND (length(key) <= 100)))
);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
CREATE INDEX idempotency_keys_age_idx ON public.idempotency_keys USING btree (created_at);
create policy desk_rows on idempotency_keys for all to tradewind_desk using (true) with check (true);
create policy own_rows on idempotency_keys for all to tradewind_app using ((actor_id = app_user())) with check ((actor_id = app_user()));
grant delete, insert, select, update on idempotency_keys to tradewind_app;
grant delete, insert, select, update on idempotency_keys to tradewind_desk;

create table image_searches (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  file_id uuid not null,
  host text,
  width integer not null,
  height integer not null,
  crop_left real not null default 0,
  crop_top real not null default 0,
  crop_width real not null default 1,
  crop_height real not null default 1,
  grids bytea not null,
  thumbnail bytea not null,
  created_at timestamp with time zone not null,
  constraint image_searches_pkey PRIMARY KEY (account_id, id),
  constraint image_searches_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id) ON DELETE CASCADE,
  constraint image_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint image_searches_crop CHECK (((crop_left >= (0)::double precision) AND (crop_top >= (0)::double precision) AND (crop_width > (0)::double precision) AND (crop_height > (0)::double precision) AND ((crop_left + crop_width) <= (1.001)::double precision) AND ((crop_top + crop_height) <= (1.001)::double precision))),
  constraint image_searches_height_check CHECK ((height > 0)),
  constraint image_searches_width_check CHECK ((width > 0))
);
alter table image_searches enable row level security;
alter table image_searches force row level security;
CREATE INDEX image_searches_file_idx ON public.image_searches USING btree (account_id, file_id);
CREATE INDEX image_searches_list_idx ON public.image_searches USING btree (account_id, user_id, created_at DESC, id DESC);
create policy account_rows on image_searches for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on image_searches for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on image_searches to tradewind_app;
grant delete, insert, select, update on image_searches to tradewind_desk;

create table import_layouts (
  account_id uuid not null,
  store_id uuid not null,
  head text not null,
  mapping jsonb not null,
  dates text,
  used_at timestamp with time zone not null,
  constraint import_layouts_pkey PRIMARY KEY (account_id, store_id, head),
  constraint import_layouts_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id)
);
alter table import_layouts enable row level security;
alter table import_layouts force row level security;
create policy account_rows on import_layouts for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on import_layouts for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on import_layouts to tradewind_app;
grant delete, insert, select, update on import_layouts to tradewind_desk;

create table invoice_documents (
  account_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  credit_note_id uuid,
  language text not null,
  time_zone text not null,
  file_id uuid,
  sha256 text,
  unknown integer,
  portal_url text,
  stage text not null default 'issued'::text,
  constraint invoice_documents_pkey PRIMARY KEY (account_id, id),
  constraint invoice_documents_one UNIQUE NULLS NOT DISTINCT (account_id, invoice_id, credit_note_id, stage),
  constraint invoice_documents_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint invoice_documents_credit_fkey FOREIGN KEY (account_id, credit_note_id) REFERENCES credit_notes(account_id, id),
  constraint invoice_documents_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id),
  constraint invoice_documents_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id),
  constraint invoice_documents_language_check CHECK ((language = ANY (ARRAY['en'::text, 'zh'::text]))),
  constraint invoice_documents_made CHECK ((((file_id IS NULL) = (sha256 IS NULL)) AND ((file_id IS NULL) = (unknown IS NULL)))),
  constraint invoice_documents_stage CHECK (((stage = 'issued'::text) OR (credit_note_id IS NULL))),
  constraint invoice_documents_stage_check CHECK ((stage = ANY (ARRAY['issued'::text, 'expired'::text, 'void'::text])))
);
alter table invoice_documents enable row level security;
alter table invoice_documents force row level security;
CREATE INDEX invoice_documents_waiting_idx ON public.invoice_documents USING btree (account_id, id) WHERE (file_id IS NULL);
create policy account_rows on invoice_documents for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on invoice_documents for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on invoice_documents to tradewind_app;
grant delete, insert, select, update on invoice_documents to tradewind_desk;

create table invoice_items (
  account_id uuid not null,
  invoice_id uuid not null,
  line integer not null,
  code text not null,
  title text not null,
  sku text,
  quantity integer not null,
  unit_amount bigint not null,
  amount bigint not null,
  inputs jsonb not null default '{}'::jsonb,
  constraint invoice_items_pkey PRIMARY KEY (account_id, invoice_id, line),
  constraint invoice_items_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id),
  constraint invoice_items_code_check CHECK ((code = ANY (ARRAY['goods'::text, 'freight'::text, 'packing'::text, 'qc'::text, 'branding'::text, 'storage'::text, 'duty'::text, 'remote_area'::text, 'payment_fee'::text, 'discount'::text])))
);
alter table invoice_items enable row level security;
alter table invoice_items force row level security;
create policy account_rows on invoice_items for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on invoice_items for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on invoice_items to tradewind_app;
grant delete, insert, select, update on invoice_items to tradewind_desk;

create table invoice_lines (
  account_id uuid not null,
  invoice_order_id uuid not null,
  line integer not null,
  code text not null,
  title text not null,
  sku text,
  quantity integer not null,
  unit_amount bigint not null,
  amount bigint not null,
  price_id uuid,
  inputs jsonb not null default '{}'::jsonb,
  constraint invoice_lines_pkey PRIMARY KEY (account_id, invoice_order_id, line),
  constraint invoice_lines_order_fkey FOREIGN KEY (account_id, invoice_order_id) REFERENCES invoice_orders(account_id, id),
  constraint invoice_lines_price_fkey FOREIGN KEY (account_id, price_id) REFERENCES prices(account_id, id),
  constraint invoice_lines_code_check CHECK ((code = ANY (ARRAY['goods'::text, 'freight'::text, 'packing'::text, 'qc'::text, 'branding'::text, 'storage'::text, 'duty'::text, 'remote_area'::text, 'payment_fee'::text, 'discount'::text])))
);
alter table invoice_lines enable row level security;
alter table invoice_lines force row level security;
CREATE INDEX invoice_lines_sku_idx ON public.invoice_lines USING btree (account_id, sku, invoice_order_id) WHERE (sku IS NOT NULL);
create policy account_rows on invoice_lines for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on invoice_lines for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on invoice_lines to tradewind_app;
grant delete, insert, select, update on invoice_lines to tradewind_desk;

create table invoice_orders (
  account_id uuid not null,
  id uuid not null,
  number bigint not null default nextval('invoice_order_number_seq'::regclass),
  invoice_id uuid not null,
  order_id uuid not null,
  part integer default 1,
  channel_id uuid,
  weight_g integer,
  goods bigint not null,
  freight bigint not null,
  fees bigint not null,
  total bigint not null,
  credited bigint not null default 0,
  replaced_worth bigint not null default 0,
  kept bigint not null default 0,
  order_name text not null,
  store_name text not null,
  country character(2),
  channel_name text,
  content text,
  claim_credited bigint not null default 0,
  constraint invoice_orders_pkey PRIMARY KEY (account_id, id),
  constraint invoice_orders_part_key UNIQUE (account_id, order_id, part),
  constraint invoice_orders_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint invoice_orders_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id),
  constraint invoice_orders_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint invoice_orders_channel_name CHECK (((channel_id IS NULL) = (channel_name IS NULL))),
  constraint invoice_orders_claim_credited CHECK (((claim_credited >= 0) AND (claim_credited <= credited))),
  constraint invoice_orders_credited CHECK (((credited >= 0) AND (((credited + replaced_worth) + kept) <= total))),
  constraint invoice_orders_kept_check CHECK ((kept >= 0)),
  constraint invoice_orders_replaced_worth_check CHECK ((replaced_worth >= 0)),
  constraint invoice_orders_sum CHECK ((total = ((goods + freight) + fees))),
  constraint invoice_orders_total_check CHECK ((total >= 0))
);
alter table invoice_orders enable row level security;
alter table invoice_orders force row level security;
CREATE INDEX invoice_orders_invoice_idx ON public.invoice_orders USING btree (account_id, invoice_id, number);
CREATE UNIQUE INDEX invoice_orders_number_key ON public.invoice_orders USING btree (account_id, number);
CREATE TRIGGER invoice_orders_statistics_insert AFTER INSERT ON public.invoice_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_billed_statistics();
CREATE TRIGGER invoice_orders_statistics_update AFTER UPDATE ON public.invoice_orders REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_billed_statistics();
create policy account_rows on invoice_orders for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on invoice_orders for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on invoice_orders to tradewind_app;
grant delete, insert, select, update on invoice_orders to tradewind_desk;

create table invoices (
  account_id uuid not null,
  id uuid not null,
  number bigint not null default nextval('invoice_number_seq'::regclass),
  kind text not null,
  status text not null,
  currency character(3) not null,
  goods bigint not null,
  freight bigint not null,
  fees bigint not null,
  total bigint not null,
  orders_count integer not null,
  billed_to jsonb not null,
  seller jsonb not null,
  issued_at timestamp with time zone not null,
  price_valid_until timestamp with time zone,
  paid_at timestamp with time zone,
  ledger_seq bigint,
  created_by uuid,
  stock_order_id uuid,
  part text,
  credited bigint not null default 0,
  units integer,
  orders_from timestamp with time zone,
  orders_to timestamp with time zone,
  replaces uuid,
  ended_reason text,
  voided_at timestamp with time zone,
  note text,
  constraint invoices_pkey PRIMARY KEY (account_id, id),
  constraint invoices_number_key UNIQUE (account_id, number),
  constraint invoices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint invoices_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint invoices_ledger_fkey FOREIGN KEY (account_id, ledger_seq) REFERENCES ledger_transactions(account_id, seq),
  constraint invoices_replaces_fkey FOREIGN KEY (account_id, replaces) REFERENCES invoices(account_id, id),
  constraint invoices_stock_order_fkey FOREIGN KEY (account_id, stock_order_id) REFERENCES stock_orders(account_id, id),
  constraint invoices_credited CHECK ((((credited >= 0) AND (credited <= total)) AND ((credited = 0) OR (paid_at IS NOT NULL)))),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['orders'::text, 'stock_order'::text, 'brand'::text, 'service'::text]))),
  constraint invoices_note CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint invoices_paid CHECK (((status <> 'paid'::text) OR ((paid_at IS NOT NULL) AND (ledger_seq IS NOT NULL)))),
  constraint invoices_part_check CHECK ((part = ANY (ARRAY['deposit'::text, 'balance'::text]))),
  constraint invoices_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'paying'::text, 'paid'::text, 'partly_paid'::text, 'expired'::text, 'void'::text, 'partly_credited'::text, 'credited'::text]))),
  constraint invoices_stock_order CHECK ((((kind = 'stock_order'::text) = (stock_order_id IS NOT NULL)) AND ((kind = 'stock_order'::text) = (part IS NOT NULL)))),
  constraint invoices_sum CHECK ((total = ((goods + freight) + fees))),
  constraint invoices_total_check CHECK ((total >= 0)),
  constraint invoices_valid CHECK (((kind <> 'orders'::text) OR (status <> ALL (ARRAY['open'::text, 'expired'::text])) OR (price_valid_until IS NOT NULL))),
  constraint invoices_voided CHECK (((voided_at IS NULL) OR (status = 'void'::text)))
);
alter table invoices enable row level security;
alter table invoices force row level security;
CREATE INDEX invoices_kind_idx ON public.invoices USING btree (account_id, kind, issued_at DESC, id DESC);
CREATE INDEX invoices_list_idx ON public.invoices USING btree (account_id, issued_at DESC, id DESC);
CREATE UNIQUE INDEX invoices_replaces_key ON public.invoices USING btree (account_id, replaces) WHERE (replaces IS NOT NULL);
CREATE INDEX invoices_status_idx ON public.invoices USING btree (account_id, status, issued_at DESC, id DESC);
CREATE UNIQUE INDEX invoices_stock_order_part_key ON public.invoices USING btree (account_id, stock_order_id, part) WHERE (stock_order_id IS NOT NULL);
CREATE INDEX invoices_valid_idx ON public.invoices USING btree (price_valid_until) WHERE ((status = 'open'::text) AND (price_valid_until IS NOT NULL));
create policy account_rows on invoices for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on invoices for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on invoices to tradewind_app;
grant delete, insert, select, update on invoices to tradewind_desk;

create table jobs (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_id uuid,
  state text not null default 'queued'::text,
  progress integer not null default 0,
  total integer,
  input jsonb not null default '{}'::jsonb,
  result jsonb,
  error text,
  file_id uuid,
  idempotency_key text,
  created_by uuid,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  so_far jsonb,
  constraint jobs_pkey PRIMARY KEY (account_id, id),
  constraint jobs_idempotency_key UNIQUE (account_id, kind, idempotency_key),
  constraint jobs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint jobs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint jobs_progress_check CHECK ((progress >= 0)),
  constraint jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint jobs_total_check CHECK ((total >= 0))
);
alter table jobs enable row level security;
alter table jobs force row level security;
CREATE INDEX jobs_person_idx ON public.jobs USING btree (account_id, created_by, kind, created_at DESC);
CREATE INDEX jobs_subject_idx ON public.jobs USING btree (account_id, subject_id, created_at DESC);
create policy account_rows on jobs for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on jobs for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on jobs to tradewind_app;
grant delete, insert, select, update on jobs to tradewind_desk;

create table ledger_entries (
  account_id uuid not null,
  seq bigint not null,
  line integer not null,
  ledger_account text not null,
  amount bigint not null,
  currency character(3) not null,
  balance_after bigint not null,
  overdraws boolean not null default false,
  constraint ledger_entries_pkey PRIMARY KEY (account_id, seq, line),
  constraint ledger_entries_transaction_fkey FOREIGN KEY (account_id, seq) REFERENCES ledger_transactions(account_id, seq),
  constraint ledger_entries_amount_check CHECK ((amount <> 0)),
  constraint ledger_entries_ledger_account_check CHECK ((ledger_account ~ '^(cash|held_cash|held_bonus|revenue|fees|claims|bonus_given|commission|chargeback|adjustments|bonus:[0-9a-f-]+|bank:[a-z_]+)$'::text)),
  constraint ledger_entries_line_check CHECK ((line > 0)),
  constraint ledger_entries_no_overdraft CHECK (((balance_after >= 0) OR overdraws OR (amount > 0) OR (NOT ((ledger_account = ANY (ARRAY['cash'::text, 'held_cash'::text, 'held_bonus'::text])) OR starts_with(ledger_account, 'bonus:'::text)))))
);
alter table ledger_entries enable row level security;
alter table ledger_entries force row level security;
CREATE INDEX ledger_entries_balance_idx ON public.ledger_entries USING btree (account_id, ledger_account, seq DESC, line DESC) INCLUDE (balance_after);
CREATE INDEX ledger_entries_in_idx ON public.ledger_entries USING btree (account_id, seq DESC) WHERE ((amount > 0) AND ((ledger_account = 'cash'::text) OR starts_with(ledger_account, 'bonus:'::text)));
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_overdraw BEFORE INSERT ON public.ledger_entries FOR EACH ROW WHEN ((new.overdraws AND (new.amount < 0) AND (new.balance_after < 0))) EXECUTE FUNCTION check_ledger_overdraw();
CREATE CONSTRAINT TRIGGER ledger_entries_sum AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_sum();
create policy account_rows on ledger_entries for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on ledger_entries for all to tradewind_desk using (true) with check (true);
grant insert, select on ledger_entries to tradewind_app;
grant insert, select on ledger_entries to tradewind_desk;

create table ledger_heads (
  account_id uuid not null,
  seq bigint not null default 0,
  hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea,
  credit_limit bigint not null default 0,
  constraint ledger_heads_pkey PRIMARY KEY (account_id),
  constraint ledger_heads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint ledger_heads_credit_limit_check CHECK ((credit_limit >= 0))
);
alter table ledger_heads enable row level security;
alter table ledger_heads force row level security;
create policy account_rows on ledger_heads for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on ledger_heads for all to tradewind_desk using (true) with check (true);
grant insert, select, update on ledger_heads to tradewind_app;
grant insert, select, update on ledger_heads to tradewind_desk;

create table ledger_transactions (
  account_id uuid not null,
  seq bigint not null,
  id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  ref_kind text not null,
  ref_id uuid not null,
  ref_label text not null,
  memo text not null default ''::text,
  actor_kind text not null,
  actor_user_id uuid,
  idempotency_key text not null,
  prev_hash bytea not null,
  hash bytea not null,
  constraint ledger_transactions_pkey PRIMARY KEY (account_id, seq),
  constraint ledger_transactions_chain_key UNIQUE (account_id, prev_hash),
  constraint ledger_transactions_id_key UNIQUE (account_id, id),
  constraint ledger_transactions_idempotency_key UNIQUE (account_id, idempotency_key),
  constraint ledger_transactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint ledger_transactions_actor_user_id_fkey FOREIGN KEY (actor_user_id) REFERENCES users(id),
  constraint ledger_transactions_hash_check CHECK ((length(hash) = 32)),
  constraint ledger_transactions_kind_check CHECK ((kind = ANY (ARRAY['recharge'::text, 'recharge_bonus'::text, 'recharge_fee'::text, 'hold'::text, 'release'::text, 'invoice_payment'::text, 'credit_note'::text, 'claim_refund'::text, 'stock_payment'::text, 'brand_payment'::text, 'service_fee'::text, 'storage_fee'::text, 'commission'::text, 'withdrawal'::text, 'withdrawal_return'::text, 'adjustment'::text, 'chargeback'::text, 'expiry_of_bonus'::text]))),
  constraint ledger_transactions_prev_hash_check CHECK ((length(prev_hash) = 32)),
  constraint ledger_transactions_seq_check CHECK ((seq > 0))
);
alter table ledger_transactions enable row level security;
alter table ledger_transactions force row level security;
CREATE INDEX ledger_transactions_actor_idx ON public.ledger_transactions USING btree (account_id, actor_user_id, at) WHERE (kind = ANY (ARRAY['invoice_payment'::text, 'stock_payment'::text, 'brand_payment'::text]));
CREATE INDEX ledger_transactions_at_idx ON public.ledger_transactions USING btree (account_id, at DESC, seq DESC);
CREATE INDEX ledger_transactions_kind_idx ON public.ledger_transactions USING btree (account_id, kind, seq DESC);
CREATE INDEX ledger_transactions_label_idx ON public.ledger_transactions USING btree (account_id, ref_label, seq DESC);
CREATE INDEX ledger_transactions_ref_idx ON public.ledger_transactions USING btree (account_id, ref_kind, ref_id);
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE ON public.ledger_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transactions_no_truncate BEFORE TRUNCATE ON public.ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER ledger_transactions_sum AFTER INSERT ON public.ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_sum();
create policy account_rows on ledger_transactions for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on ledger_transactions for all to tradewind_desk using (true) with check (true);
grant insert, select on ledger_transactions to tradewind_app;
grant insert, select on ledger_transactions to tradewind_desk;

create table line_disputes (
  account_id uuid not null,
  id uuid not null,
  number bigint not null default nextval('line_dispute_number_seq'::regclass),
  invoice_order_id uuid not null,
  line integer not null,
  kind text not null,
  status text not null default 'open'::text,
  text text not null,
  claimed_weight_g integer,
  checked jsonb not null,
  due_at timestamp with time zone not null,
  credited bigint,
  answer text,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  version integer not null default 1,
  constraint line_disputes_pkey PRIMARY KEY (account_id, id),
  constraint line_disputes_number_key UNIQUE (account_id, number),
  constraint line_disputes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint line_disputes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint line_disputes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint line_disputes_line_fkey FOREIGN KEY (account_id, invoice_order_id, line) REFERENCES invoice_lines(account_id, invoice_order_id, line),
  constraint line_disputes_answer_check CHECK ((length(answer) <= 1000)),
  constraint line_disputes_claimed_weight_g_check CHECK ((claimed_weight_g > 0)),
  constraint line_disputes_credited CHECK (((status = 'accepted'::text) = (credited IS NOT NULL))),
  constraint line_disputes_credited_check CHECK ((credited > 0)),
  constraint line_disputes_decided CHECK ((((status = 'open'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
  constraint line_disputes_kind_check CHECK ((kind = ANY (ARRAY['weight'::text, 'freight'::text]))),
  constraint line_disputes_refused CHECK (((status <> 'refused'::text) OR (answer IS NOT NULL))),
  constraint line_disputes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'refused'::text, 'withdrawn'::text]))),
  constraint line_disputes_text_check CHECK (((length(text) >= 5) AND (length(text) <= 1000)))
);
alter table line_disputes enable row level security;
alter table line_disputes force row level security;
CREATE INDEX line_disputes_due_idx ON public.line_disputes USING btree (due_at, id) WHERE (status = 'open'::text);
CREATE INDEX line_disputes_newest_idx ON public.line_disputes USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX line_disputes_open_key ON public.line_disputes USING btree (account_id, invoice_order_id, line) WHERE (status = 'open'::text);
create policy account_rows on line_disputes for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on line_disputes for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on line_disputes to tradewind_app;
grant delete, insert, select, update on line_disputes to tradewind_desk;

create table list_views (
  account_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  list text not null,
  name text not null,
  shared boolean not null default false,
  state jsonb not null,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint list_views_pkey PRIMARY KEY (account_id, id),
  constraint list_views_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint list_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint list_views_list_check CHECK ((list ~ '^[a-z_]{2,40}$'::text)),
  constraint list_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
alter table list_views enable row level security;
alter table list_views force row level security;
CREATE UNIQUE INDEX list_views_name_key ON public.list_views USING btree (account_id, owner_id, list, lower(name));
CREATE INDEX list_views_shared_idx ON public.list_views USING btree (account_id, list) WHERE shared;
create policy account_rows on list_views for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on list_views for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on list_views to tradewind_app;
grant delete, insert, select, update on list_views to tradewind_desk;

create table login_attempts (
  id uuid not null,
  email text not null,
  ip text not null,
  user_id uuid,
  ok boolean not null,
  at timestamp with time zone not null,
  user_agent text,
  constraint login_attempts_pkey PRIMARY KEY (id),
  constraint login_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
alter table login_attempts enable row level security;
alter table login_attempts force row level security;
CREATE INDEX login_attempts_address_idx ON public.login_attempts USING btree (ip, at) WHERE (NOT ok);
CREATE INDEX login_attempts_lock_idx ON public.login_attempts USING btree (email, ip, at DESC);
CREATE INDEX login_attempts_user_idx ON public.login_attempts USING btree (user_id, at DESC);
create policy desk_rows on login_attempts for all to tradewind_desk using (true) with check (true);
create policy own_rows on login_attempts for all to tradewind_app using ((user_id = app_user())) with check ((user_id = app_user()));
grant select on login_attempts to tradewind_app;
grant delete, insert, select, update on login_attempts to tradewind_desk;

create table mail_requests (
  id uuid not null,
  email text not null,
  kind text not null,
  sign_up_id uuid,
  created_at timestamp with time zone not null,
  mailed_at timestamp with time zone,
  constraint mail_requests_pkey PRIMARY KEY (id),
  constraint mail_requests_sign_up_id_fkey FOREIGN KEY (sign_up_id) REFERENCES sign_ups(id) ON DELETE CASCADE,
  constraint mail_requests_check CHECK (((kind = 'sign_up'::text) = (sign_up_id IS NOT NULL))),
  constraint mail_requests_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint mail_requests_kind_check CHECK ((kind = ANY (ARRAY['sign_up'::text, 'create_password'::text, 'verify_email'::text])))
);
alter table mail_requests enable row level security;
alter table mail_requests force row level security;
CREATE INDEX mail_requests_email_idx ON public.mail_requests USING btree (email, created_at);
CREATE INDEX mail_requests_sign_up_idx ON public.mail_requests USING btree (sign_up_id);
create policy desk_rows on mail_requests for all to tradewind_desk using (true) with check (true);
create policy own_rows on mail_requests for all to tradewind_app using (false) with check (false);
grant delete, insert, select, update on mail_requests to tradewind_desk;

create table mapping_components (
  account_id uuid not null,
  variant_id uuid not null,
  version integer not null,
  line integer not null,
  catalog_sku_id uuid not null,
  quantity integer not null,
  rule integer not null default 0,
  sku_snapshot jsonb not null default '{}'::jsonb,
  constraint mapping_components_pkey PRIMARY KEY (account_id, variant_id, version, rule, line),
  constraint mapping_components_catalog_sku_id_fkey FOREIGN KEY (catalog_sku_id) REFERENCES catalog_skus(id),
  constraint mapping_components_version_fkey FOREIGN KEY (account_id, variant_id, version) REFERENCES mappings(account_id, variant_id, version),
  constraint mapping_components_line_check CHECK (((line >= 1) AND (line <= 20))),
  constraint mapping_components_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999)))
);
alter table mapping_components enable row level security;
alter table mapping_components force row level security;
CREATE INDEX mapping_components_sku_idx ON public.mapping_components USING btree (account_id, catalog_sku_id);
CREATE INDEX mapping_components_users_idx ON public.mapping_components USING btree (catalog_sku_id, account_id);
create policy account_rows on mapping_components for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on mapping_components for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on mapping_components to tradewind_app;
grant delete, insert, select, update on mapping_components to tradewind_desk;

create table mapping_rules (
  account_id uuid not null,
  variant_id uuid not null,
  version integer not null,
  rule integer not null,
  countries text[] not null default '{}'::text[],
  valid_from date,
  valid_to date,
  constraint mapping_rules_pkey PRIMARY KEY (account_id, variant_id, version, rule),
  constraint mapping_rules_version_fkey FOREIGN KEY (account_id, variant_id, version) REFERENCES mappings(account_id, variant_id, version),
  constraint mapping_rules_days_check CHECK ((valid_from <= valid_to)),
  constraint mapping_rules_rule_check CHECK (((rule >= 1) AND (rule <= 50))),
  constraint mapping_rules_says_something CHECK (((cardinality(countries) > 0) OR (valid_from IS NOT NULL) OR (valid_to IS NOT NULL)))
);
alter table mapping_rules enable row level security;
alter table mapping_rules force row level security;
create policy account_rows on mapping_rules for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on mapping_rules for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on mapping_rules to tradewind_app;
grant delete, insert, select, update on mapping_rules to tradewind_desk;

create table mapping_suggestions (
  account_id uuid not null,
  variant_id uuid not null,
  catalog_sku_id uuid not null,
  quantity integer not null default 1,
  confidence real not null,
  source text not null,
  reasons jsonb not null default '[]'::jsonb,
  state text not null default 'open'::text,
  computed_at timestamp with time zone not null,
  dismissed_by uuid,
  constraint mapping_suggestions_pkey PRIMARY KEY (account_id, variant_id, catalog_sku_id),
  constraint mapping_suggestions_catalog_sku_id_fkey FOREIGN KEY (catalog_sku_id) REFERENCES catalog_skus(id),
  constraint mapping_suggestions_dismissed_by_fkey FOREIGN KEY (dismissed_by) REFERENCES users(id),
  constraint mapping_suggestions_variant_fkey FOREIGN KEY (account_id, variant_id) REFERENCES store_variants(account_id, id),
  constraint mapping_suggestions_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
  constraint mapping_suggestions_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999))),
  constraint mapping_suggestions_source_check CHECK ((source = ANY (ARRAY['auto_sku'::text, 'auto_option'::text, 'image'::text]))),
  constraint mapping_suggestions_state_check CHECK ((state = ANY (ARRAY['open'::text, 'dismissed'::text])))
);
alter table mapping_suggestions enable row level security;
alter table mapping_suggestions force row level security;
CREATE INDEX mapping_suggestions_best_idx ON public.mapping_suggestions USING btree (account_id, confidence DESC, variant_id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX mapping_suggestions_open_key ON public.mapping_suggestions USING btree (account_id, variant_id) WHERE (state = 'open'::text);
create policy account_rows on mapping_suggestions for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on mapping_suggestions for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on mapping_suggestions to tradewind_app;
grant delete, insert, select, update on mapping_suggestions to tradewind_desk;

create table mappings (
  account_id uuid not null,
  variant_id uuid not null,
  version integer not null,
  source text not null,
  confidence real not null default 1,
  variant_snapshot jsonb not null default '{}'::jsonb,
  created_by uuid,
  created_at timestamp with time zone not null,
  outcome text not null default 'mapped'::text,
  until_sold_out boolean not null default false,
  restored_from integer,
  author_name text,
  picture text,
  constraint mappings_pkey PRIMARY KEY (account_id, variant_id, version),
  constraint mappings_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint mappings_picture_fkey FOREIGN KEY (picture) REFERENCES pictures(sha256),
  constraint mappings_variant_fkey FOREIGN KEY (account_id, variant_id) REFERENCES store_variants(account_id, id),
  constraint mappings_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
  constraint mappings_outcome_check CHECK ((outcome = ANY (ARRAY['mapped'::text, 'not_ours'::text, 'unmapped'::text]))),
  constraint mappings_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'auto_option'::text, 'auto_sku'::text, 'suggestion'::text, 'image'::text, 'agent'::text, 'quote'::text, 'file'::text, 'published'::text]))),
  constraint mappings_version_check CHECK ((version > 0))
);
alter table mappings enable row level security;
alter table mappings force row level security;
create policy account_rows on mappings for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on mappings for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on mappings to tradewind_app;
grant delete, insert, select, update on mappings to tradewind_desk;

create table member_limits (
  account_id uuid not null,
  user_id uuid not null,
  per_payment bigint,
  per_day bigint,
  per_month bigint,
  set_by uuid not null,
  version integer not null default 1,
  constraint member_limits_pkey PRIMARY KEY (account_id, user_id),
  constraint member_limits_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES memberships(account_id, user_id) ON DELETE CASCADE,
  constraint member_limits_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id),
  constraint member_limits_per_day_check CHECK ((per_day >= 0)),
  constraint member_limits_per_month_check CHECK ((per_month >= 0)),
  constraint member_limits_per_payment_check CHECK ((per_payment >= 0))
);
alter table member_limits enable row level security;
alter table member_limits force row level security;
create policy account_rows on member_limits for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on member_limits for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on member_limits to tradewind_app;
grant delete, insert, select, update on member_limits to tradewind_desk;

create table membership_stores (
  account_id uuid not null,
  user_id uuid not null,
  store_id uuid not null,
  constraint membership_stores_pkey PRIMARY KEY (account_id, user_id, store_id),
  constraint membership_stores_member_fkey FOREIGN KEY (account_id, user_id) REFERENCES memberships(account_id, user_id)
);
alter table membership_stores enable row level security;
alter table membership_stores force row level security;
CREATE TRIGGER membership_stores_access AFTER INSERT OR DELETE ON public.membership_stores FOR EACH ROW EXECUTE FUNCTION tell_access_changed();
create policy desk_rows on membership_stores for all to tradewind_desk using (true) with check (true);
create policy own_rows on membership_stores for all to tradewind_app using (((account_id = app_account()) OR (user_id = app_user()))) with check (((account_id = app_account()) OR (user_id = app_user())));
grant delete, insert, select, update on membership_stores to tradewind_app;
grant delete, insert, select, update on membership_stores to tradewind_desk;

create table memberships (
  account_id uuid not null,
  user_id uuid not null,
  user_kind text not null default 'merchant'::text,
  role text not null,
  rights jsonb,
  all_stores boolean not null default true,
  status text not null default 'active'::text,
  created_at timestamp with time zone not null default now(),
  constraint memberships_pkey PRIMARY KEY (account_id, user_id),
  constraint memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint memberships_user_fkey FOREIGN KEY (user_id, user_kind) REFERENCES users(id, kind),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'operations'::text, 'payer'::text, 'accountant'::text, 'sourcing'::text, 'support'::text, 'viewer'::text]))),
  constraint memberships_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'suspended'::text, 'removed'::text]))),
  constraint memberships_user_kind_check CHECK ((user_kind = 'merchant'::text))
);
alter table memberships enable row level security;
alter table memberships force row level security;
CREATE INDEX memberships_user_idx ON public.memberships USING btree (user_id);
CREATE TRIGGER memberships_access AFTER INSERT OR DELETE OR UPDATE ON public.memberships FOR EACH ROW EXECUTE FUNCTION tell_access_changed();
create policy desk_rows on memberships for all to tradewind_desk using (true) with check (true);
create policy own_rows on memberships for all to tradewind_app using (((account_id = app_account()) OR (user_id = app_user()))) with check (((account_id = app_account()) OR (user_id = app_user())));
grant select on memberships to tradewind_app;
grant delete, insert, select, update on memberships to tradewind_desk;

create table notice_accounts (
  notice_id uuid not null,
  account_id uuid not null,
  constraint notice_accounts_pkey PRIMARY KEY (notice_id, account_id),
  constraint notice_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint notice_accounts_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id)
);
grant delete, insert, select, update on notice_accounts to tradewind_app;
grant delete, insert, select, update on notice_accounts to tradewind_desk;

create table notice_marks (
  user_id uuid not null,
  notice_id uuid not null,
  read_at timestamp with time zone not null,
  hidden_at timestamp with time zone,
  constraint notice_marks_pkey PRIMARY KEY (user_id, notice_id),
  constraint notice_marks_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id),
  constraint notice_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX notice_marks_notice_idx ON public.notice_marks USING btree (notice_id);
grant delete, insert, select, update on notice_marks to tradewind_app;
grant delete, insert, select, update on notice_marks to tradewind_desk;

create table notices (
  id uuid not null,
  kind text not null,
  severity text not null,
  title text not null,
  tags text[] not null default '{}'::text[],
  content text not null,
  audience text not null,
  domain text,
  starts_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  language text not null default 'en'::text,
  other_title text,
  other_content text,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint notices_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'accounts'::text, 'domain'::text]))),
  constraint notices_check CHECK ((ended_at > starts_at)),
  constraint notices_check1 CHECK (((audience = 'domain'::text) = (domain IS NOT NULL))),
  constraint notices_domain_check CHECK ((domain = lower(domain))),
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['popup'::text, 'inbox'::text]))),
  constraint notices_language CHECK ((language = ANY (ARRAY['en'::text, 'zh'::text]))),
  constraint notices_other CHECK (((other_title IS NULL) = (other_content IS NULL))),
  constraint notices_other_title CHECK (((length(other_title) >= 1) AND (length(other_title) <= 120))),
  constraint notices_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text, 'critical'::text]))),
  constraint notices_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120)))
);
CREATE INDEX notices_newest_idx ON public.notices USING btree (created_at DESC, id DESC);
CREATE INDEX notices_starts_idx ON public.notices USING btree (starts_at DESC, id DESC) WHERE (withdrawn_at IS NULL);
grant delete, insert, select, update on notices to tradewind_app;
grant delete, insert, select, update on notices to tradewind_desk;

create table notifications (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  audience text not null,
  event text not null,
  feature text not null,
  subject uuid not null,
  store_id uuid,
  params jsonb not null default '{}'::jsonb,
  link text not null,
  waiting boolean not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  hidden_at timestamp with time zone,
  mail_waits boolean not null default false,
  constraint notifications_pkey PRIMARY KEY (account_id, id),
  constraint notifications_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint notifications_audience_check CHECK ((audience = ANY (ARRAY['member'::text, 'staff'::text]))),
  constraint notifications_link_check CHECK ((link ~~ '/%'::text))
);
alter table notifications enable row level security;
alter table notifications force row level security;
CREATE INDEX notifications_age_idx ON public.notifications USING brin (created_at);
CREATE INDEX notifications_mail_idx ON public.notifications USING btree (account_id, event, created_at) WHERE mail_waits;
CREATE INDEX notifications_member_idx ON public.notifications USING btree (account_id, user_id, created_at DESC, id DESC) WHERE ((audience = 'member'::text) AND (hidden_at IS NULL));
CREATE INDEX notifications_member_unread_idx ON public.notifications USING btree (account_id, user_id, created_at DESC, id DESC) WHERE ((audience = 'member'::text) AND (hidden_at IS NULL) AND (read_at IS NULL));
CREATE INDEX notifications_member_waiting_idx ON public.notifications USING btree (account_id, user_id, created_at DESC, id DESC) WHERE ((audience = 'member'::text) AND (hidden_at IS NULL) AND waiting);
CREATE INDEX notifications_staff_idx ON public.notifications USING btree (user_id, created_at DESC, id DESC) WHERE ((audience = 'staff'::text) AND (hidden_at IS NULL));
CREATE INDEX notifications_staff_unread_idx ON public.notifications USING btree (user_id, created_at DESC, id DESC) WHERE ((audience = 'staff'::text) AND (hidden_at IS NULL) AND (read_at IS NULL));
CREATE INDEX notifications_staff_waiting_idx ON public.notifications USING btree (user_id, created_at DESC, id DESC) WHERE ((audience = 'staff'::text) AND (hidden_at IS NULL) AND waiting);
CREATE INDEX notifications_subject_idx ON public.notifications USING btree (account_id, subject, event, user_id);
create policy account_rows on notifications for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on notifications for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on notifications to tradewind_app;
grant delete, insert, select, update on notifications to tradewind_desk;

create table oauth_states (
  state_hash text not null,
  app_id uuid not null,
  account_id uuid not null,
  user_id uuid not null,
  shop text not null,
  purpose text not null,
  import_days integer not null default 60,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  unshipped_only boolean not null default false,
  constraint oauth_states_pkey PRIMARY KEY (state_hash),
  constraint oauth_states_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint oauth_states_app_id_fkey FOREIGN KEY (app_id) REFERENCES shopify_apps(id),
  constraint oauth_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint oauth_states_purpose_check CHECK ((purpose = ANY (ARRAY['connect'::text, 'reconnect'::text])))
);
alter table oauth_states enable row level security;
alter table oauth_states force row level security;
create policy desk_rows on oauth_states for all to tradewind_desk using (true) with check (true);
create policy own_rows on oauth_states for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
grant delete, insert, select, update on oauth_states to tradewind_app;
grant delete, insert, select, update on oauth_states to tradewind_desk;

create table option_words (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  word text not null,
  meaning text not null,
  constraint option_words_pkey PRIMARY KEY (id),
  constraint option_words_key UNIQUE (kind, word),
  constraint option_words_kind_check CHECK ((kind = ANY (ARRAY['color'::text, 'size'::text, 'other'::text]))),
  constraint option_words_meaning_check CHECK (((length(meaning) >= 1) AND (length(meaning) <= 60))),
  constraint option_words_word_check CHECK (((length(word) >= 1) AND (length(word) <= 60)))
);
grant delete, insert, select, update on option_words to tradewind_app;
grant delete, insert, select, update on option_words to tradewind_desk;

create table order_blocks (
  account_id uuid not null,
  order_id uuid not null,
  code text not null,
  owner text not null,
  detail jsonb not null default '{}'::jsonb,
  since timestamp with time zone not null,
  due_at timestamp with time zone,
  constraint order_blocks_pkey PRIMARY KEY (account_id, order_id, code),
  constraint order_blocks_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint order_blocks_code_check CHECK ((code ~ '^[A-Z_]+$'::text)),
  constraint order_blocks_due_check CHECK (((owner = 'provider'::text) = (due_at IS NOT NULL))),
  constraint order_blocks_owner_check CHECK ((owner = ANY (ARRAY['merchant'::text, 'provider'::text])))
);
alter table order_blocks enable row level security;
alter table order_blocks force row level security;
CREATE INDEX order_blocks_code_idx ON public.order_blocks USING btree (account_id, code, since);
CREATE INDEX order_blocks_due_idx ON public.order_blocks USING btree (account_id, due_at) WHERE (owner = 'provider'::text);
create policy account_rows on order_blocks for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_blocks for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_blocks to tradewind_app;
grant delete, insert, select, update on order_blocks to tradewind_desk;

create table order_buyer_words (
  account_id uuid not null,
  order_id uuid not null,
  word text collate "C" not null,
  constraint order_buyer_words_pkey PRIMARY KEY (account_id, order_id, word),
  constraint order_buyer_words_recipient_fkey FOREIGN KEY (account_id, order_id) REFERENCES order_recipients(account_id, order_id) ON DELETE CASCADE
);
alter table order_buyer_words enable row level security;
alter table order_buyer_words force row level security;
CREATE INDEX order_buyer_words_word_idx ON public.order_buyer_words USING btree (account_id, word) INCLUDE (order_id);
create policy account_rows on order_buyer_words for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_buyer_words for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_buyer_words to tradewind_app;
grant delete, insert, select, update on order_buyer_words to tradewind_desk;

create table order_changes (
  account_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  order_version integer not null,
  at timestamp with time zone not null,
  was jsonb not null,
  became jsonb not null,
  difference bigint not null,
  currency character(3) not null,
  lines jsonb not null,
  invoice_id uuid,
  constraint order_changes_pkey PRIMARY KEY (account_id, id),
  constraint order_changes_version_key UNIQUE (account_id, order_id, order_version),
  constraint order_changes_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id),
  constraint order_changes_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint order_changes_paid CHECK (((difference > 0) = (invoice_id IS NOT NULL)))
);
alter table order_changes enable row level security;
alter table order_changes force row level security;
create policy account_rows on order_changes for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_changes for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_changes to tradewind_app;
grant delete, insert, select, update on order_changes to tradewind_desk;

create table order_conversations (
  account_id uuid not null,
  order_id uuid not null,
  last_seq integer not null,
  last_at timestamp with time zone not null,
  waiting_since timestamp with time zone,
  client_seen integer not null default 0,
  staff_seen integer not null default 0,
  constraint order_conversations_pkey PRIMARY KEY (account_id, order_id),
  constraint order_conversations_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id)
);
alter table order_conversations enable row level security;
alter table order_conversations force row level security;
CREATE INDEX order_conversations_last_idx ON public.order_conversations USING btree (last_at DESC, order_id DESC);
CREATE INDEX order_conversations_unread_idx ON public.order_conversations USING btree (account_id, order_id) WHERE (client_seen < last_seq);
CREATE INDEX order_conversations_waiting_idx ON public.order_conversations USING btree (waiting_since, order_id) WHERE (waiting_since IS NOT NULL);
create policy account_rows on order_conversations for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_conversations for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_conversations to tradewind_app;
grant delete, insert, select, update on order_conversations to tradewind_desk;

create table order_drafts (
  account_id uuid not null,
  id uuid not null,
  store_id uuid,
  name text not null default ''::text,
  recipient jsonb not null,
  lines jsonb not null,
  channel_id uuid,
  remark text not null default ''::text,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  constraint order_drafts_pkey PRIMARY KEY (account_id, id),
  constraint order_drafts_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint order_drafts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint order_drafts_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id),
  constraint order_drafts_name_check CHECK ((length(name) <= 50)),
  constraint order_drafts_remark_check CHECK ((length(remark) <= 500))
);
alter table order_drafts enable row level security;
alter table order_drafts force row level security;
CREATE INDEX order_drafts_list_idx ON public.order_drafts USING btree (account_id, updated_at DESC, id DESC);
CREATE INDEX order_drafts_old_idx ON public.order_drafts USING btree (updated_at);
create policy account_rows on order_drafts for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_drafts for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_drafts to tradewind_app;
grant delete, insert, select, update on order_drafts to tradewind_desk;

create table order_events (
  account_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  actor_kind text not null,
  actor_name text,
  data jsonb not null default '{}'::jsonb,
  internal boolean not null default false,
  constraint order_events_pkey PRIMARY KEY (account_id, id),
  constraint order_events_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id)
);
alter table order_events enable row level security;
alter table order_events force row level security;
CREATE INDEX order_events_order_idx ON public.order_events USING btree (account_id, order_id, at, id);
create policy account_rows on order_events for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_events for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_events to tradewind_app;
grant delete, insert, select, update on order_events to tradewind_desk;

create table order_lines (
  account_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  external_id text not null,
  variant_id uuid,
  external_variant_id text,
  title text not null,
  variant_title text,
  sku text not null default ''::text,
  image_url text,
  quantity integer not null,
  current_quantity integer not null,
  shipped_quantity integer not null default 0,
  paid_quantity integer not null default 0,
  unit_price bigint,
  requires_shipping boolean not null default true,
  not_ours boolean not null default false,
  mapping_version integer,
  unit_cost bigint,
  "position" integer not null,
  pinned_version integer,
  mapping_rule integer not null default 0,
  cancelled_quantity integer not null default 0,
  set_aside boolean not null default false,
  origin_line_id uuid,
  moved_quantity integer not null default 0,
  replaced_quantity integer not null default 0,
  replaces_line_id uuid,
  replaces_parcel_id uuid,
  replaces_worth bigint not null default 0,
  title_key uuid not null generated always as ((md5(title))::uuid) stored,
  dropped_quantity integer not null default 0,
  constraint order_lines_pkey PRIMARY KEY (account_id, id),
  constraint order_lines_external_key UNIQUE (account_id, order_id, external_id),
  constraint order_lines_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint order_lines_origin_fkey FOREIGN KEY (account_id, origin_line_id) REFERENCES order_lines(account_id, id),
  constraint order_lines_replaces_fkey FOREIGN KEY (account_id, replaces_line_id) REFERENCES order_lines(account_id, id),
  constraint order_lines_replaces_parcel_fkey FOREIGN KEY (account_id, replaces_parcel_id, replaces_line_id) REFERENCES parcel_lines(account_id, parcel_id, line_id),
  constraint order_lines_variant_fkey FOREIGN KEY (account_id, variant_id) REFERENCES store_variants(account_id, id),
  constraint order_lines_cancelled_quantity_check CHECK ((cancelled_quantity >= 0)),
  constraint order_lines_current_quantity_check CHECK ((current_quantity >= 0)),
  constraint order_lines_dropped_quantity_check CHECK ((dropped_quantity >= 0)),
  constraint order_lines_moved_quantity_check CHECK ((moved_quantity >= 0)),
  constraint order_lines_origin_check CHECK (((origin_line_id IS NULL) OR (moved_quantity = 0))),
  constraint order_lines_paid_quantity_check CHECK ((paid_quantity >= 0)),
  constraint order_lines_quantity_check CHECK ((quantity >= 0)),
  constraint order_lines_replaced_once CHECK (((replaces_line_id IS NULL) OR (replaced_quantity = 0))),
  constraint order_lines_replaced_paid CHECK (((replaced_quantity = 0) OR ((shipped_quantity + replaced_quantity) <= paid_quantity))),
  constraint order_lines_replaced_quantity_check CHECK ((replaced_quantity >= 0)),
  constraint order_lines_replaces_worth_check CHECK ((replaces_worth >= 0)),
  constraint order_lines_shipped_check CHECK (((((shipped_quantity + cancelled_quantity) + moved_quantity) + replaced_quantity) <= quantity)),
  constraint order_lines_shipped_quantity_check CHECK ((shipped_quantity >= 0))
);
alter table order_lines enable row level security;
alter table order_lines force row level security;
CREATE INDEX order_lines_order_idx ON public.order_lines USING btree (account_id, order_id, "position") INCLUDE (title_key);
CREATE INDEX order_lines_origin_idx ON public.order_lines USING btree (account_id, origin_line_id) WHERE (origin_line_id IS NOT NULL);
CREATE INDEX order_lines_replaces_idx ON public.order_lines USING btree (account_id, replaces_line_id) WHERE (replaces_line_id IS NOT NULL);
CREATE INDEX order_lines_title_idx ON public.order_lines USING btree (account_id, title_key) INCLUDE (order_id);
CREATE INDEX order_lines_unlinked_idx ON public.order_lines USING btree (account_id, external_variant_id) WHERE (variant_id IS NULL);
CREATE INDEX order_lines_variant_idx ON public.order_lines USING btree (account_id, variant_id);
CREATE TRIGGER order_lines_products_delete AFTER DELETE ON public.order_lines REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_gone_lines();
CREATE TRIGGER order_lines_products_insert AFTER INSERT ON public.order_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_new_lines();
CREATE TRIGGER order_lines_products_update AFTER UPDATE ON public.order_lines REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_changed_lines();
CREATE TRIGGER order_lines_statistics_delete AFTER DELETE ON public.order_lines REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_gone_line_statistics();
CREATE TRIGGER order_lines_statistics_update AFTER UPDATE ON public.order_lines REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_changed_line_statistics();
CREATE TRIGGER order_lines_words_insert AFTER INSERT ON public.order_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_titles();
CREATE TRIGGER order_lines_words_update AFTER UPDATE OF title ON public.order_lines FOR EACH ROW WHEN ((new.title IS DISTINCT FROM old.title)) EXECUTE FUNCTION note_changed_title();
create policy account_rows on order_lines for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_lines for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_lines to tradewind_app;
grant delete, insert, select, update on order_lines to tradewind_desk;

create table order_messages (
  account_id uuid not null,
  order_id uuid not null,
  seq integer not null,
  side text not null,
  author_id uuid,
  text text not null,
  at timestamp with time zone not null,
  constraint order_messages_pkey PRIMARY KEY (account_id, order_id, seq),
  constraint order_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint order_messages_conversation_fkey FOREIGN KEY (account_id, order_id) REFERENCES order_conversations(account_id, order_id),
  constraint order_messages_side_check CHECK ((side = ANY (ARRAY['client'::text, 'staff'::text])))
);
alter table order_messages enable row level security;
alter table order_messages force row level security;
create policy account_rows on order_messages for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_messages for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_messages to tradewind_app;
grant delete, insert, select, update on order_messages to tradewind_desk;

create table order_products (
  account_id uuid not null,
  order_id uuid not null,
  product_id uuid not null,
  placed_at timestamp with time zone not null,
  country character(2),
  waiting boolean not null,
  constraint order_products_pkey PRIMARY KEY (account_id, order_id, product_id),
  constraint order_products_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint order_products_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products(account_id, id)
);
alter table order_products enable row level security;
alter table order_products force row level security;
CREATE INDEX order_products_placed_idx ON public.order_products USING btree (account_id, placed_at DESC) INCLUDE (product_id, country);
CREATE INDEX order_products_product_idx ON public.order_products USING btree (account_id, product_id, placed_at DESC) INCLUDE (country);
CREATE INDEX order_products_waiting_idx ON public.order_products USING btree (account_id, product_id) WHERE waiting;
create policy account_rows on order_products for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_products for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_products to tradewind_app;
grant delete, insert, select, update on order_products to tradewind_desk;

create table order_recipients (
  account_id uuid not null,
  order_id uuid not null,
  name text,
  company text,
  address1 text,
  address2 text,
  city text,
  province text,
  province_code text,
  zip text,
  country character(2),
  phone text,
  email text,
  note text,
  redacted_at timestamp with time zone,
  tax_id text,
  original jsonb,
  later jsonb,
  edited_at timestamp with time zone,
  same_key text,
  buyer_key text,
  constraint order_recipients_pkey PRIMARY KEY (account_id, order_id),
  constraint order_recipients_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id)
);
alter table order_recipients enable row level security;
alter table order_recipients force row level security;
CREATE INDEX order_recipients_buyer_idx ON public.order_recipients USING btree (account_id, buyer_key) WHERE (buyer_key IS NOT NULL);
CREATE INDEX order_recipients_same_idx ON public.order_recipients USING btree (account_id, same_key) WHERE (same_key IS NOT NULL);
CREATE TRIGGER order_recipients_words_insert AFTER INSERT ON public.order_recipients REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_buyers();
CREATE TRIGGER order_recipients_words_update AFTER UPDATE OF name ON public.order_recipients FOR EACH ROW WHEN ((new.name IS DISTINCT FROM old.name)) EXECUTE FUNCTION note_changed_buyer();
create policy account_rows on order_recipients for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_recipients for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_recipients to tradewind_app;
grant delete, insert, select, update on order_recipients to tradewind_desk;

create table order_repricings (
  account_id uuid not null,
  job_id uuid not null,
  order_id uuid not null,
  constraint order_repricings_pkey PRIMARY KEY (account_id, job_id, order_id),
  constraint order_repricings_job_fkey FOREIGN KEY (account_id, job_id) REFERENCES jobs(account_id, id)
);
alter table order_repricings enable row level security;
alter table order_repricings force row level security;
create policy account_rows on order_repricings for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_repricings for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_repricings to tradewind_app;
grant delete, insert, select, update on order_repricings to tradewind_desk;

create table order_tab_counts (
  account_id uuid not null,
  id bigint not null generated always as identity,
  store_id uuid not null,
  tab text not null,
  n bigint not null,
  country character(2),
  constraint order_tab_counts_pkey PRIMARY KEY (account_id, id)
);
alter table order_tab_counts enable row level security;
alter table order_tab_counts force row level security;
CREATE INDEX order_tab_counts_sum_idx ON public.order_tab_counts USING btree (account_id, store_id, tab, country) INCLUDE (n);
create policy account_rows on order_tab_counts for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_tab_counts for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_tab_counts to tradewind_app;
grant delete, insert, select, update on order_tab_counts to tradewind_desk;

create table order_tags (
  account_id uuid not null,
  order_id uuid not null,
  key text collate "C" not null,
  tag text not null,
  own boolean not null,
  constraint order_tags_pkey PRIMARY KEY (account_id, order_id, key),
  constraint order_tags_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint order_tags_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 255)))
);
alter table order_tags enable row level security;
alter table order_tags force row level security;
CREATE INDEX order_tags_key_idx ON public.order_tags USING btree (account_id, key, order_id);
create policy account_rows on order_tags for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_tags for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_tags to tradewind_app;
grant delete, insert, select, update on order_tags to tradewind_desk;

create table order_terms (
  account_id uuid not null,
  order_id uuid not null,
  term text collate "C" not null,
  constraint order_terms_pkey PRIMARY KEY (account_id, order_id, term),
  constraint order_terms_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id)
);
alter table order_terms enable row level security;
alter table order_terms force row level security;
CREATE INDEX order_terms_term_idx ON public.order_terms USING btree (account_id, term) INCLUDE (order_id);
create policy account_rows on order_terms for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_terms for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_terms to tradewind_app;
grant delete, insert, select, update on order_terms to tradewind_desk;

create table order_title_words (
  account_id uuid not null,
  id bigint not null generated always as identity,
  word text collate "C" not null,
  title_key uuid not null,
  constraint order_title_words_pkey PRIMARY KEY (account_id, id),
  constraint order_title_words_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
alter table order_title_words enable row level security;
alter table order_title_words force row level security;
CREATE INDEX order_title_words_title_idx ON public.order_title_words USING btree (account_id, title_key);
CREATE INDEX order_title_words_word_idx ON public.order_title_words USING btree (account_id, word) INCLUDE (title_key);
create policy account_rows on order_title_words for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_title_words for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_title_words to tradewind_app;
grant delete, insert, select, update on order_title_words to tradewind_desk;

create table order_watch_times (
  account_id uuid not null,
  order_id uuid not null,
  due_at timestamp with time zone not null,
  constraint order_watch_times_pkey PRIMARY KEY (account_id, order_id),
  constraint order_watch_times_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id)
);
alter table order_watch_times enable row level security;
alter table order_watch_times force row level security;
CREATE INDEX order_watch_times_due_idx ON public.order_watch_times USING btree (due_at);
create policy account_rows on order_watch_times for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on order_watch_times for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on order_watch_times to tradewind_app;
grant delete, insert, select, update on order_watch_times to tradewind_desk;

create table orders (
  account_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  external_id text not null,
  name text not null,
  source text not null,
  placed_at timestamp with time zone not null,
  external_updated_at timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  financial_status text not null,
  fulfillment_status text not null,
  test boolean not null default false,
  risk text,
  tags text[] not null default '{}'::text[],
  currency character(3) not null,
  total bigint not null,
  presentment_currency character(3),
  presentment_total bigint,
  country character(2),
  units integer not null default 0,
  stage text not null,
  stage_since timestamp with time zone not null,
  payment text not null default 'none'::text,
  blocked boolean not null default false,
  held boolean not null default false,
  hold_reason text,
  channel_id uuid,
  cost_goods bigint,
  cost_freight bigint,
  cost_fees bigint,
  cost_total bigint,
  cost_currency character(3),
  weight_g integer,
  days_min integer,
  days_max integer,
  priced_at timestamp with time zone,
  paid_at timestamp with time zone,
  shipped_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  deleted_in_shop_at timestamp with time zone,
  risk_accepted text,
  watched boolean not null default false,
  claimed boolean not null default false,
  note text,
  due_at timestamp without time zone generated always as (((paid_at AT TIME ZONE 'UTC'::text) + ((days_max)::double precision * '1 day'::interval))) stored,
  promised_from date,
  promised_by date,
  hold_until timestamp with time zone,
  fulfilment_step text,
  cancelled_by_us_at timestamp with time zone,
  not_ours boolean not null default false,
  chosen_channel_id uuid,
  not_duplicate boolean not null default false,
  reship_of uuid,
  split_from uuid,
  moved_total bigint not null default 0,
  quote_id uuid,
  quote_version integer,
  closed_at timestamp with time zone,
  sale_rate numeric(24,12),
  sale_rate_day date,
  sale_rate_source text,
  cost_own_stock bigint,
  ready_days integer,
  needs_merchant boolean not null default false,
  needs_provider boolean not null default false,
  shop_tax bigint,
  moved_tax bigint not null default 0,
  taxes_included boolean not null default false,
  shop_refunded bigint,
  constraint orders_pkey PRIMARY KEY (account_id, id),
  constraint orders_external_key UNIQUE (account_id, store_id, external_id),
  constraint orders_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint orders_chosen_channel_id_fkey FOREIGN KEY (chosen_channel_id) REFERENCES channels(id),
  constraint orders_quote_fkey FOREIGN KEY (account_id, quote_id, quote_version) REFERENCES quote_versions(account_id, quote_id, version),
  constraint orders_reship_fkey FOREIGN KEY (account_id, reship_of) REFERENCES orders(account_id, id),
  constraint orders_split_fkey FOREIGN KEY (account_id, split_from) REFERENCES orders(account_id, id),
  constraint orders_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id),
  constraint orders_cost_sum CHECK (((cost_total IS NULL) OR (cost_total = ((cost_goods + cost_freight) + cost_fees)))),
  constraint orders_financial_status_check CHECK ((financial_status = ANY (ARRAY['pending'::text, 'authorized'::text, 'partially_paid'::text, 'paid'::text, 'partially_refunded'::text, 'refunded'::text, 'voided'::text, 'expired'::text]))),
  constraint orders_fulfillment_status_check CHECK ((fulfillment_status = ANY (ARRAY['unfulfilled'::text, 'partial'::text, 'fulfilled'::text, 'on_hold'::text, 'restocked'::text]))),
  constraint orders_fulfilment_step_check CHECK ((fulfilment_step = ANY (ARRAY['bought'::text, 'picked'::text, 'packed'::text]))),
  constraint orders_hold_until CHECK (((hold_until IS NULL) OR held)),
  constraint orders_note_check CHECK ((length(note) <= 500)),
  constraint orders_payment_check CHECK ((payment = ANY (ARRAY['none'::text, 'invoiced'::text, 'paying'::text, 'paid'::text, 'partly_refunded'::text, 'refunded'::text]))),
  constraint orders_promised CHECK (((promised_by >= promised_from) AND ((promised_from IS NULL) = (promised_by IS NULL)))),
  constraint orders_quote_check CHECK (((quote_id IS NULL) = (quote_version IS NULL))),
  constraint orders_ready_days_check CHECK ((ready_days >= 0)),
  constraint orders_sale_rate_check CHECK ((sale_rate > (0)::numeric)),
  constraint orders_sale_rate_source_check CHECK ((sale_rate_source = ANY (ARRAY['ecb'::text, 'staff'::text]))),
  constraint orders_source_check CHECK ((source = ANY (ARRAY['api'::text, 'file'::text, 'manual'::text]))),
  constraint orders_stage_check CHECK ((stage = ANY (ARRAY['imported'::text, 'quoting'::text, 'awaiting_payment'::text, 'paying'::text, 'processing'::text, 'ready_to_ship'::text, 'partially_shipped'::text, 'shipped'::text, 'delivered'::text, 'closed'::text, 'self_fulfilled'::text, 'cancelled'::text, 'merged'::text])))
);
alter table orders enable row level security;
alter table orders force row level security;
CREATE INDEX orders_blocked_idx ON public.orders USING btree (account_id, placed_at DESC, id DESC) WHERE blocked;
CREATE INDEX orders_channel_idx ON public.orders USING btree (account_id, channel_id, placed_at DESC, id DESC) INCLUDE (stage, store_id) WHERE (channel_id IS NOT NULL);
CREATE INDEX orders_claimed_idx ON public.orders USING btree (account_id, placed_at DESC, id DESC) WHERE claimed;
CREATE INDEX orders_cost_idx ON public.orders USING btree (account_id, cost_total DESC NULLS LAST, id DESC) INCLUDE (stage, store_id);
CREATE INDEX orders_country_idx ON public.orders USING btree (account_id, country, placed_at DESC, id DESC) INCLUDE (stage, store_id);
CREATE INDEX orders_delivered_idx ON public.orders USING btree (stage_since) WHERE (stage = 'delivered'::text);
CREATE INDEX orders_due_idx ON public.orders USING btree (account_id, due_at) WHERE (stage = ANY (ARRAY['processing'::text, 'ready_to_ship'::text, 'partially_shipped'::text, 'shipped'::text]));
CREATE INDEX orders_held_idx ON public.orders USING btree (account_id, placed_at DESC, id DESC) WHERE held;
CREATE INDEX orders_hold_until_idx ON public.orders USING btree (hold_until) WHERE (hold_until IS NOT NULL);
CREATE INDEX orders_known_idx ON public.orders USING btree (account_id, id) INCLUDE (stage, store_id, blocked);
CREATE INDEX orders_list_idx ON public.orders USING btree (account_id, placed_at DESC, id DESC) INCLUDE (stage, store_id);
CREATE INDEX orders_needs_merchant_idx ON public.orders USING btree (account_id, placed_at DESC, id DESC) INCLUDE (stage, store_id, country, blocked) WHERE needs_merchant;
CREATE INDEX orders_needs_provider_idx ON public.orders USING btree (account_id, placed_at DESC, id DESC) INCLUDE (stage, store_id, country, blocked) WHERE needs_provider;
CREATE INDEX orders_paid_idx ON public.orders USING btree (account_id, paid_at DESC, id DESC) INCLUDE (stage, store_id) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_payment_idx ON public.orders USING btree (account_id, payment, placed_at DESC, id DESC) WHERE (payment = ANY (ARRAY['invoiced'::text, 'paying'::text, 'partly_refunded'::text, 'refunded'::text]));
CREATE INDEX orders_quote_idx ON public.orders USING btree (account_id, quote_id) WHERE (quote_id IS NOT NULL);
CREATE INDEX orders_refunded_idx ON public.orders USING btree (account_id, placed_at DESC, id DESC) INCLUDE (stage, store_id, country, financial_status) WHERE (shop_refunded > 0);
CREATE INDEX orders_reship_idx ON public.orders USING btree (account_id, reship_of) WHERE (reship_of IS NOT NULL);
CREATE INDEX orders_risk_idx ON public.orders USING btree (account_id, risk, placed_at DESC, id DESC) WHERE (risk = ANY (ARRAY['cancel'::text, 'high'::text, 'investigate'::text, 'medium'::text]));
CREATE INDEX orders_sale_idx ON public.orders USING btree (account_id, total DESC, id DESC);
CREATE INDEX orders_shipped_idx ON public.orders USING btree (account_id, shipped_at DESC, id DESC) INCLUDE (stage, store_id) WHERE (shipped_at IS NOT NULL);
CREATE INDEX orders_since_idx ON public.orders USING btree (account_id, stage_since DESC, id DESC);
CREATE INDEX orders_split_idx ON public.orders USING btree (account_id, split_from) WHERE (split_from IS NOT NULL);
CREATE INDEX orders_staff_idx ON public.orders USING btree (stage, paid_at, id) WHERE (stage = ANY (ARRAY['processing'::text, 'ready_to_ship'::text, 'partially_shipped'::text]));
CREATE INDEX orders_stage_idx ON public.orders USING btree (account_id, stage, placed_at DESC, id DESC);
CREATE INDEX orders_store_idx ON public.orders USING btree (account_id, store_id, placed_at DESC, id DESC);
CREATE INDEX orders_waiting_idx ON public.orders USING btree (account_id, placed_at) INCLUDE (store_id, country, cost_total, cost_currency) WHERE (stage = 'awaiting_payment'::text);
CREATE INDEX orders_watched_idx ON public.orders USING btree (account_id, placed_at DESC, id DESC) WHERE watched;
CREATE INDEX orders_without_rate_idx ON public.orders USING btree (account_id, placed_at, id) WHERE (sale_rate IS NULL);
CREATE TRIGGER orders_count_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_orders();
CREATE TRIGGER orders_count_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_changed_orders();
CREATE TRIGGER orders_months AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_order_months();
CREATE TRIGGER orders_products_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_products_of_changed_orders();
CREATE TRIGGER orders_rate_insert BEFORE INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION keep_sale_rate();
CREATE TRIGGER orders_rate_update BEFORE UPDATE OF currency, placed_at ON public.orders FOR EACH ROW WHEN (((old.currency <> new.currency) OR (((old.placed_at AT TIME ZONE 'UTC'::text))::date <> ((new.placed_at AT TIME ZONE 'UTC'::text))::date))) EXECUTE FUNCTION keep_sale_rate();
CREATE TRIGGER orders_statistics_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_order_statistics();
CREATE TRIGGER orders_statistics_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_changed_order_statistics();
CREATE TRIGGER orders_tags_insert AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.tags <> '{}'::text[])) EXECUTE FUNCTION follow_shop_tags();
CREATE TRIGGER orders_tags_update AFTER UPDATE OF tags ON public.orders FOR EACH ROW WHEN ((new.tags IS DISTINCT FROM old.tags)) EXECUTE FUNCTION follow_shop_tags();
CREATE TRIGGER orders_watch AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION watch_orders();
create policy account_rows on orders for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on orders for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on orders to tradewind_app;
grant delete, insert, select, update on orders to tradewind_desk;

create table outbox (
  id uuid not null,
  account_id uuid,
  kind text not null,
  key text not null,
  payload jsonb not null,
  state text not null default 'queued'::text,
  attempts integer not null default 0,
  answer jsonb,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_key UNIQUE (key),
  constraint outbox_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);
alter table outbox enable row level security;
alter table outbox force row level security;
CREATE INDEX outbox_account_idx ON public.outbox USING btree (account_id, created_at DESC);
CREATE INDEX outbox_open_idx ON public.outbox USING btree (created_at) WHERE (state = 'queued'::text);
create policy account_rows on outbox for all to tradewind_app using ((NOT (account_id IS DISTINCT FROM app_account()))) with check ((NOT (account_id IS DISTINCT FROM app_account())));
create policy desk_rows on outbox for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on outbox to tradewind_app;
grant delete, insert, select, update on outbox to tradewind_desk;

create table parcel_alerts (
  account_id uuid not null,
  order_id uuid not null,
  subject uuid not null,
  parcel_id uuid,
  rule text not null,
  since timestamp with time zone not null,
  told_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint parcel_alerts_pkey PRIMARY KEY (account_id, order_id, subject, rule),
  constraint parcel_alerts_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint parcel_alerts_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels(account_id, id),
  constraint parcel_alerts_rule_check CHECK ((rule = ANY (ARRAY['no_number'::text, 'no_scan'::text, 'silent'::text, 'exception'::text, 'returned'::text, 'late'::text]))),
  constraint parcel_alerts_subject CHECK ((subject = COALESCE(parcel_id, order_id)))
);
alter table parcel_alerts enable row level security;
alter table parcel_alerts force row level security;
CREATE INDEX parcel_alerts_rule_idx ON public.parcel_alerts USING btree (rule, since, order_id);
CREATE INDEX parcel_alerts_staff_idx ON public.parcel_alerts USING btree (since, order_id);
create policy account_rows on parcel_alerts for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on parcel_alerts for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on parcel_alerts to tradewind_app;
grant delete, insert, select, update on parcel_alerts to tradewind_desk;

create table parcel_events (
  account_id uuid not null,
  id uuid not null,
  parcel_id uuid not null,
  key text not null,
  number text not null,
  carrier text not null,
  status text,
  substatus text,
  at timestamp with time zone not null,
  place text not null default ''::text,
  said text not null default ''::text,
  next_carrier text,
  next_number text,
  received_at timestamp with time zone not null,
  constraint parcel_events_pkey PRIMARY KEY (account_id, id),
  constraint parcel_events_key UNIQUE (account_id, parcel_id, key),
  constraint parcel_events_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels(account_id, id),
  constraint parcel_events_key_check CHECK (((length(key) >= 1) AND (length(key) <= 120))),
  constraint parcel_events_next CHECK (((next_carrier IS NULL) = (next_number IS NULL))),
  constraint parcel_events_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'info_received'::text, 'in_transit'::text, 'out_for_delivery'::text, 'available_for_pickup'::text, 'attempt_failed'::text, 'exception'::text, 'delivered'::text, 'expired'::text, 'returned'::text]))),
  constraint parcel_events_substatus_check CHECK (((length(substatus) >= 1) AND (length(substatus) <= 40)))
);
alter table parcel_events enable row level security;
alter table parcel_events force row level security;
create policy account_rows on parcel_events for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on parcel_events for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on parcel_events to tradewind_app;
grant delete, insert, select, update on parcel_events to tradewind_desk;

create table parcel_lines (
  account_id uuid not null,
  parcel_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  resent_quantity integer not null default 0,
  refunded_quantity integer not null default 0,
  constraint parcel_lines_pkey PRIMARY KEY (account_id, parcel_id, line_id),
  constraint parcel_lines_line_fkey FOREIGN KEY (account_id, line_id) REFERENCES order_lines(account_id, id),
  constraint parcel_lines_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels(account_id, id),
  constraint parcel_lines_once CHECK (((resent_quantity + refunded_quantity) <= quantity)),
  constraint parcel_lines_quantity_check CHECK ((quantity > 0)),
  constraint parcel_lines_refunded_quantity_check CHECK ((refunded_quantity >= 0)),
  constraint parcel_lines_resent_quantity_check CHECK ((resent_quantity >= 0))
);
alter table parcel_lines enable row level security;
alter table parcel_lines force row level security;
CREATE INDEX parcel_lines_line_idx ON public.parcel_lines USING btree (account_id, line_id);
create policy account_rows on parcel_lines for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on parcel_lines for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on parcel_lines to tradewind_app;
grant delete, insert, select, update on parcel_lines to tradewind_desk;

create table parcel_pushes (
  account_id uuid not null,
  parcel_id uuid not null,
  fulfillment_order_id text not null,
  external_id text,
  tracking_number text not null,
  state text not null,
  error text,
  sent_at timestamp with time zone,
  tried text[] not null default '{}'::text[],
  constraint parcel_pushes_pkey PRIMARY KEY (account_id, parcel_id, fulfillment_order_id),
  constraint parcel_pushes_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels(account_id, id),
  constraint parcel_pushes_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text, 'refused'::text])))
);
alter table parcel_pushes enable row level security;
alter table parcel_pushes force row level security;
create policy account_rows on parcel_pushes for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on parcel_pushes for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on parcel_pushes to tradewind_app;
grant delete, insert, select, update on parcel_pushes to tradewind_desk;

create table parcel_trackings (
  account_id uuid not null,
  parcel_id uuid not null,
  number text not null,
  carrier text not null,
  leg text not null,
  state text not null default 'waiting'::text,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  constraint parcel_trackings_pkey PRIMARY KEY (account_id, parcel_id, number),
  constraint parcel_trackings_parcel_fkey FOREIGN KEY (account_id, parcel_id) REFERENCES parcels(account_id, id),
  constraint parcel_trackings_leg_check CHECK ((leg = ANY (ARRAY['main'::text, 'last_mile'::text]))),
  constraint parcel_trackings_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'registered'::text, 'refused'::text, 'replaced'::text, 'done'::text])))
);
alter table parcel_trackings enable row level security;
alter table parcel_trackings force row level security;
CREATE INDEX parcel_trackings_due_idx ON public.parcel_trackings USING btree (due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'registered'::text]));
CREATE INDEX parcel_trackings_number_idx ON public.parcel_trackings USING btree (number);
create policy account_rows on parcel_trackings for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on parcel_trackings for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on parcel_trackings to tradewind_app;
grant delete, insert, select, update on parcel_trackings to tradewind_desk;

create table parcels (
  account_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  channel_id uuid not null,
  carrier text not null,
  tracking_number text not null,
  tracking_url text,
  status text not null default 'pending'::text,
  shipped_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  created_by uuid,
  version integer not null default 1,
  last_mile_carrier text,
  last_mile_number text,
  substatus text,
  handed_over_at timestamp with time zone,
  first_scan_at timestamp with time zone,
  last_event_at timestamp with time zone,
  constraint parcels_pkey PRIMARY KEY (account_id, id),
  constraint parcels_number_key UNIQUE (account_id, order_id, carrier, tracking_number),
  constraint parcels_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint parcels_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint parcels_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint parcels_last_mile CHECK (((last_mile_carrier IS NULL) = (last_mile_number IS NULL))),
  constraint parcels_last_mile_carrier_check CHECK (((length(last_mile_carrier) >= 1) AND (length(last_mile_carrier) <= 60))),
  constraint parcels_last_mile_number_check CHECK (((length(last_mile_number) >= 4) AND (length(last_mile_number) <= 64))),
  constraint parcels_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'info_received'::text, 'in_transit'::text, 'out_for_delivery'::text, 'available_for_pickup'::text, 'attempt_failed'::text, 'exception'::text, 'delivered'::text, 'expired'::text, 'returned'::text]))),
  constraint parcels_substatus_check CHECK (((length(substatus) >= 1) AND (length(substatus) <= 40))),
  constraint parcels_tracking_number_check CHECK (((length(tracking_number) >= 4) AND (length(tracking_number) <= 64)))
);
alter table parcels enable row level security;
alter table parcels force row level security;
CREATE INDEX parcels_account_delivered_idx ON public.parcels USING btree (account_id, delivered_at) WHERE (delivered_at IS NOT NULL);
CREATE INDEX parcels_account_shipped_idx ON public.parcels USING btree (account_id, shipped_at);
CREATE INDEX parcels_delivered_idx ON public.parcels USING btree (delivered_at) WHERE (delivered_at IS NOT NULL);
CREATE INDEX parcels_last_mile_idx ON public.parcels USING btree (upper(last_mile_number)) WHERE (last_mile_number IS NOT NULL);
CREATE INDEX parcels_tracking_idx ON public.parcels USING btree (upper(tracking_number));
CREATE TRIGGER parcels_follow_insert AFTER INSERT ON public.parcels REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_new_parcels();
CREATE TRIGGER parcels_follow_update AFTER UPDATE OF carrier, tracking_number, last_mile_carrier, last_mile_number ON public.parcels FOR EACH ROW EXECUTE FUNCTION follow_parcel();
CREATE TRIGGER parcels_statistics_insert AFTER INSERT ON public.parcels REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_parcel_months();
CREATE TRIGGER parcels_statistics_update AFTER UPDATE ON public.parcels REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_changed_parcel_months();
create policy account_rows on parcels for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on parcels for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on parcels to tradewind_app;
grant delete, insert, select, update on parcels to tradewind_desk;

create table partner_links (
  id uuid not null,
  domain text,
  name text not null,
  icon text not null default ''::text,
  link text not null,
  "position" integer not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint partner_links_pkey PRIMARY KEY (id),
  constraint partner_links_domain_check CHECK ((domain = lower(domain))),
  constraint partner_links_link_check CHECK (((link ~ '^https?://'::text) AND (length(link) <= 500))),
  constraint partner_links_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40)))
);
CREATE INDEX partner_links_order_idx ON public.partner_links USING btree ("position", id);
grant delete, insert, select, update on partner_links to tradewind_app;
grant delete, insert, select, update on partner_links to tradewind_desk;

create table payment_events (
  provider text not null,
  id text not null,
  kind text not null,
  payload jsonb not null,
  received_at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  note text,
  done_at timestamp with time zone,
  constraint payment_events_pkey PRIMARY KEY (provider, id),
  constraint payment_events_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'ignored'::text, 'failed'::text])))
);
alter table payment_events enable row level security;
alter table payment_events force row level security;
CREATE INDEX payment_events_waiting_idx ON public.payment_events USING btree (received_at) WHERE (state = 'waiting'::text);
create policy desk_rows on payment_events for all to tradewind_desk using (true) with check (true);
create policy own_rows on payment_events for all to tradewind_app using (false) with check (false);
grant delete, insert, select, update on payment_events to tradewind_app;
grant delete, insert, select, update on payment_events to tradewind_desk;

create table payment_request_invoices (
  account_id uuid not null,
  request_id uuid not null,
  invoice_id uuid not null,
  total bigint not null,
  constraint payment_request_invoices_pkey PRIMARY KEY (account_id, request_id, invoice_id),
  constraint payment_request_invoices_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id),
  constraint payment_request_invoices_account_id_request_id_fkey FOREIGN KEY (account_id, request_id) REFERENCES payment_requests(account_id, id)
);
alter table payment_request_invoices enable row level security;
alter table payment_request_invoices force row level security;
CREATE INDEX payment_request_invoices_invoice_idx ON public.payment_request_invoices USING btree (account_id, invoice_id);
create policy account_rows on payment_request_invoices for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on payment_request_invoices for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on payment_request_invoices to tradewind_app;
grant delete, insert, select, update on payment_request_invoices to tradewind_desk;

create table payment_request_orders (
  account_id uuid not null,
  request_id uuid not null,
  order_id uuid not null,
  goods bigint not null,
  freight bigint not null,
  fees bigint not null,
  total bigint not null,
  constraint payment_request_orders_pkey PRIMARY KEY (account_id, request_id, order_id),
  constraint payment_request_orders_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint payment_request_orders_account_id_request_id_fkey FOREIGN KEY (account_id, request_id) REFERENCES payment_requests(account_id, id)
);
alter table payment_request_orders enable row level security;
alter table payment_request_orders force row level security;
CREATE INDEX payment_request_orders_order_idx ON public.payment_request_orders USING btree (account_id, order_id);
create policy account_rows on payment_request_orders for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on payment_request_orders for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on payment_request_orders to tradewind_app;
grant delete, insert, select, update on payment_request_orders to tradewind_desk;

create table payment_requests (
  account_id uuid not null,
  id uuid not null,
  status text not null default 'open'::text,
  orders integer not null,
  total bigint not null,
  currency character(3) not null,
  requested_by uuid not null,
  created_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  invoice_id uuid,
  version integer not null default 1,
  selection_id uuid,
  invoices integer not null default 0,
  constraint payment_requests_pkey PRIMARY KEY (account_id, id),
  constraint payment_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint payment_requests_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id),
  constraint payment_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint payment_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint payment_requests_selection_fkey FOREIGN KEY (account_id, selection_id) REFERENCES payment_selections(account_id, id) ON DELETE SET NULL (selection_id),
  constraint payment_requests_decided CHECK (((status = 'open'::text) = (decided_at IS NULL))),
  constraint payment_requests_paid CHECK (((status = 'approved'::text) = (invoice_id IS NOT NULL))),
  constraint payment_requests_selection CHECK (((status <> 'paying'::text) OR (selection_id IS NOT NULL))),
  constraint payment_requests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paying'::text, 'approved'::text, 'declined'::text, 'cancelled'::text]))),
  constraint payment_requests_subject CHECK (((orders >= 0) AND (invoices >= 0) AND ((orders = 0) <> (invoices = 0)))),
  constraint payment_requests_total_check CHECK ((total >= 0)),
  constraint payment_requests_two_people CHECK (((status <> ALL (ARRAY['paying'::text, 'approved'::text, 'declined'::text])) OR (decided_by <> requested_by)))
);
alter table payment_requests enable row level security;
alter table payment_requests force row level security;
CREATE INDEX payment_requests_list_idx ON public.payment_requests USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX payment_requests_selection_idx ON public.payment_requests USING btree (account_id, selection_id) WHERE (selection_id IS NOT NULL);
create policy account_rows on payment_requests for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on payment_requests for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on payment_requests to tradewind_app;
grant delete, insert, select, update on payment_requests to tradewind_desk;

create table payment_selection_orders (
  account_id uuid not null,
  selection_id uuid not null,
  order_id uuid not null,
  addition boolean not null,
  goods bigint not null,
  freight bigint not null,
  fees bigint not null,
  total bigint not null,
  bill jsonb,
  order_version integer,
  problem text,
  constraint payment_selection_orders_pkey PRIMARY KEY (account_id, selection_id, order_id),
  constraint payment_selection_orders_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint payment_selection_orders_selection_fkey FOREIGN KEY (account_id, selection_id) REFERENCES payment_selections(account_id, id) ON DELETE CASCADE
);
alter table payment_selection_orders enable row level security;
alter table payment_selection_orders force row level security;
create policy account_rows on payment_selection_orders for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on payment_selection_orders for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on payment_selection_orders to tradewind_app;
grant delete, insert, select, update on payment_selection_orders to tradewind_desk;

create table payment_selections (
  account_id uuid not null,
  id uuid not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  orders integer not null,
  total bigint not null,
  currency character(3) not null,
  state text not null default 'shown'::text,
  job_id uuid,
  invoice_id uuid,
  constraint payment_selections_pkey PRIMARY KEY (account_id, id),
  constraint payment_selections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint payment_selections_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint payment_selections_invoice_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id),
  constraint payment_selections_job_fkey FOREIGN KEY (account_id, job_id) REFERENCES jobs(account_id, id),
  constraint payment_selections_orders_check CHECK ((orders > 0)),
  constraint payment_selections_paid CHECK (((state = 'paid'::text) = (invoice_id IS NOT NULL))),
  constraint payment_selections_state_check CHECK ((state = ANY (ARRAY['shown'::text, 'paying'::text, 'paid'::text, 'failed'::text]))),
  constraint payment_selections_total_check CHECK ((total >= 0))
);
alter table payment_selections enable row level security;
alter table payment_selections force row level security;
CREATE INDEX payment_selections_expires_idx ON public.payment_selections USING btree (expires_at);
create policy account_rows on payment_selections for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on payment_selections for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on payment_selections to tradewind_app;
grant delete, insert, select, update on payment_selections to tradewind_desk;

create table payout_accounts (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  holder text not null,
  account text not null,
  bank text not null default ''::text,
  swift text not null default ''::text,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint payout_accounts_pkey PRIMARY KEY (account_id, id),
  constraint payout_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint payout_accounts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint payout_accounts_kind_check CHECK ((kind = ANY (ARRAY['bank'::text, 'payoneer'::text, 'pingpong'::text, 'wise'::text, 'paypal'::text])))
);
alter table payout_accounts enable row level security;
alter table payout_accounts force row level security;
CREATE UNIQUE INDEX payout_accounts_account_key ON public.payout_accounts USING btree (account_id, kind, account) WHERE (removed_at IS NULL);
create policy account_rows on payout_accounts for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on payout_accounts for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on payout_accounts to tradewind_app;
grant delete, insert, select, update on payout_accounts to tradewind_desk;

create table picture_descriptors (
  sha256 text not null,
  method integer not null,
  described_at timestamp with time zone not null,
  code_full bit(480),
  code_best bit(480),
  code_left bit(480),
  code_right bit(480),
  code_top bit(480),
  code_bottom bit(480),
  grids bytea,
  constraint picture_descriptors_pkey PRIMARY KEY (sha256),
  constraint picture_descriptors_sha256_fkey FOREIGN KEY (sha256) REFERENCES pictures(sha256) ON DELETE CASCADE,
  constraint picture_descriptors_check CHECK ((num_nulls(code_full, code_best, code_left, code_right, code_top, code_bottom, grids) = ANY (ARRAY[0, 7])))
);
CREATE TRIGGER picture_descriptors_look AFTER INSERT OR UPDATE ON public.picture_descriptors FOR EACH ROW EXECUTE FUNCTION note_catalog_look();
grant delete, insert, select, update on picture_descriptors to tradewind_app;
grant delete, insert, select, update on picture_descriptors to tradewind_desk;

create table pictures (
  sha256 text not null,
  mime text not null,
  width integer not null,
  height integer not null,
  size bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint pictures_pkey PRIMARY KEY (sha256),
  constraint pictures_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
grant delete, insert, select, update on pictures to tradewind_app;
grant delete, insert, select, update on pictures to tradewind_desk;

create table price_changes (
  account_id uuid not null,
  id uuid not null,
  proposal_id uuid not null,
  price_id uuid not null,
  catalog_sku_id uuid not null,
  destination character(2) not null,
  channel_id uuid not null,
  currency character(3) not null,
  old_unit_price bigint not null,
  new_unit_price bigint not null,
  old_formula jsonb not null,
  new_formula jsonb not null,
  old_delivered bigint not null,
  new_delivered bigint not null,
  rise bigint not null,
  rise_bp integer not null,
  effective_at timestamp with time zone not null,
  status text not null,
  decided_how text,
  decided_by text,
  decided_at timestamp with time zone,
  reject_reason text not null default ''::text,
  new_price_id uuid,
  created_at timestamp with time zone not null,
  constraint price_changes_pkey PRIMARY KEY (account_id, id),
  constraint price_changes_catalog_sku_id_fkey FOREIGN KEY (catalog_sku_id) REFERENCES catalog_skus(id),
  constraint price_changes_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint price_changes_new_price_fkey FOREIGN KEY (account_id, new_price_id) REFERENCES prices(account_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint price_changes_price_fkey FOREIGN KEY (account_id, price_id) REFERENCES prices(account_id, id),
  constraint price_changes_proposal_fkey FOREIGN KEY (account_id, proposal_id) REFERENCES price_proposals(account_id, id),
  constraint price_changes_applied CHECK (((status = 'applied'::text) = (new_price_id IS NOT NULL))),
  constraint price_changes_decided CHECK (((decided_how IS NULL) = (decided_at IS NULL))),
  constraint price_changes_decided_how_check CHECK ((decided_how = ANY (ARRAY['merchant'::text, 'rule'::text, 'falling'::text]))),
  constraint price_changes_new_unit_price_check CHECK ((new_unit_price > 0)),
  constraint price_changes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'rejected'::text, 'due'::text, 'applied'::text, 'ended'::text, 'withdrawn'::text, 'superseded'::text])))
);
alter table price_changes enable row level security;
alter table price_changes force row level security;
CREATE INDEX price_changes_clock_idx ON public.price_changes USING btree (effective_at) WHERE (status = ANY (ARRAY['open'::text, 'accepted'::text, 'rejected'::text]));
CREATE INDEX price_changes_new_price_idx ON public.price_changes USING btree (account_id, new_price_id);
CREATE UNIQUE INDEX price_changes_pending_key ON public.price_changes USING btree (account_id, catalog_sku_id, destination, channel_id) WHERE (status = ANY (ARRAY['open'::text, 'accepted'::text, 'rejected'::text, 'due'::text]));
CREATE INDEX price_changes_proposal_idx ON public.price_changes USING btree (account_id, proposal_id);
CREATE INDEX price_changes_staff_idx ON public.price_changes USING btree (status, id DESC);
CREATE INDEX price_changes_status_idx ON public.price_changes USING btree (account_id, status, id DESC);
create policy account_rows on price_changes for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on price_changes for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on price_changes to tradewind_app;
grant delete, insert, select, update on price_changes to tradewind_desk;

create table price_proposals (
  account_id uuid not null,
  id uuid not null,
  number bigint not null default nextval('price_proposal_number_seq'::regclass),
  reason text not null,
  note text not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  reminded_at timestamp with time zone,
  constraint price_proposals_pkey PRIMARY KEY (account_id, id),
  constraint price_proposals_number_key UNIQUE (account_id, number),
  constraint price_proposals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint price_proposals_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint price_proposals_reason_check CHECK ((reason = ANY (ARRAY['supplier'::text, 'freight'::text, 'fuel'::text, 'duty'::text, 'fx'::text])))
);
alter table price_proposals enable row level security;
alter table price_proposals force row level security;
create policy account_rows on price_proposals for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on price_proposals for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on price_proposals to tradewind_app;
grant delete, insert, select, update on price_proposals to tradewind_desk;

create table price_rules (
  account_id uuid not null,
  percent_bp integer,
  amount bigint,
  constraint price_rules_pkey PRIMARY KEY (account_id),
  constraint price_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint price_rules_amount_check CHECK ((amount > 0)),
  constraint price_rules_percent_bp_check CHECK ((percent_bp > 0))
);
alter table price_rules enable row level security;
alter table price_rules force row level security;
create policy account_rows on price_rules for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on price_rules for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on price_rules to tradewind_app;
grant delete, insert, select, update on price_rules to tradewind_desk;

create table prices (
  account_id uuid not null,
  id uuid not null,
  catalog_sku_id uuid not null,
  destination character(2) not null,
  channel_id uuid not null,
  unit_price bigint not null,
  currency character(3) not null,
  formula jsonb not null,
  days_min integer not null,
  days_max integer not null,
  tax_mode text not null,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone,
  locked_until timestamp with time zone,
  quote_id uuid,
  quote_version integer,
  created_at timestamp with time zone not null,
  divisor integer,
  step_g integer not null default 1,
  constraint prices_pkey PRIMARY KEY (account_id, id),
  constraint prices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint prices_catalog_sku_id_fkey FOREIGN KEY (catalog_sku_id) REFERENCES catalog_skus(id),
  constraint prices_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint prices_quote_fkey FOREIGN KEY (account_id, quote_id, quote_version) REFERENCES quote_versions(account_id, quote_id, version),
  constraint prices_divisor_check CHECK ((divisor > 0)),
  constraint prices_step_g_check CHECK ((step_g > 0)),
  constraint prices_unit_price_check CHECK ((unit_price > 0))
);
alter table prices enable row level security;
alter table prices force row level security;
CREATE UNIQUE INDEX prices_current_key ON public.prices USING btree (account_id, catalog_sku_id, destination, channel_id) WHERE (valid_to IS NULL);
CREATE INDEX prices_ended_idx ON public.prices USING btree (account_id, valid_to DESC, id) WHERE (valid_to IS NOT NULL);
CREATE INDEX prices_staff_idx ON public.prices USING btree (catalog_sku_id, destination, channel_id, account_id) WHERE (valid_to IS NULL);
create policy account_rows on prices for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on prices for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on prices to tradewind_app;
grant delete, insert, select, update on prices to tradewind_desk;

create table privacy_requests (
  account_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  topic text not null,
  orders text[] not null default '{}'::text[],
  received_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  result jsonb,
  constraint privacy_requests_pkey PRIMARY KEY (account_id, id),
  constraint privacy_requests_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id),
  constraint privacy_requests_topic_check CHECK ((topic = ANY (ARRAY['customers/data_request'::text, 'customers/redact'::text, 'shop/redact'::text])))
);
alter table privacy_requests enable row level security;
alter table privacy_requests force row level security;
create policy account_rows on privacy_requests for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on privacy_requests for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on privacy_requests to tradewind_app;
grant delete, insert, select, update on privacy_requests to tradewind_desk;

create table product_duplicate_checks (
  account_id uuid not null,
  product_id uuid not null,
  picture text not null,
  constraint product_duplicate_checks_pkey PRIMARY KEY (account_id, product_id),
  constraint product_duplicate_checks_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products(account_id, id) ON DELETE CASCADE
);
alter table product_duplicate_checks enable row level security;
alter table product_duplicate_checks force row level security;
create policy account_rows on product_duplicate_checks for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on product_duplicate_checks for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on product_duplicate_checks to tradewind_app;
grant delete, insert, select, update on product_duplicate_checks to tradewind_desk;

create table product_duplicates (
  account_id uuid not null,
  product_id uuid not null,
  duplicate_id uuid not null,
  similarity real not null,
  constraint product_duplicates_pkey PRIMARY KEY (account_id, product_id, duplicate_id),
  constraint product_duplicates_duplicate_fkey FOREIGN KEY (account_id, duplicate_id) REFERENCES store_products(account_id, id) ON DELETE CASCADE,
  constraint product_duplicates_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products(account_id, id) ON DELETE CASCADE,
  constraint product_duplicates_order CHECK ((product_id < duplicate_id)),
  constraint product_duplicates_similarity_check CHECK (((similarity >= (0)::double precision) AND (similarity <= (1)::double precision)))
);
alter table product_duplicates enable row level security;
alter table product_duplicates force row level security;
CREATE INDEX product_duplicates_duplicate_idx ON public.product_duplicates USING btree (account_id, duplicate_id);
create policy account_rows on product_duplicates for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on product_duplicates for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on product_duplicates to tradewind_app;
grant delete, insert, select, update on product_duplicates to tradewind_desk;

create table product_events (
  account_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  actor_kind text not null,
  actor_name text,
  data jsonb not null default '{}'::jsonb,
  constraint product_events_pkey PRIMARY KEY (account_id, id),
  constraint product_events_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products(account_id, id)
);
alter table product_events enable row level security;
alter table product_events force row level security;
CREATE INDEX product_events_product_idx ON public.product_events USING btree (account_id, product_id, at DESC, id DESC);
create policy account_rows on product_events for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on product_events for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on product_events to tradewind_app;
grant delete, insert, select, update on product_events to tradewind_desk;

create table product_figures (
  account_id uuid not null,
  product_id uuid not null,
  country character(2),
  landed_min bigint,
  landed_max bigint,
  currency character(3),
  margin_low integer,
  margin_high integer,
  unpriced boolean not null default false,
  discontinued boolean not null default false,
  stale boolean not null default true,
  margin_rate numeric(24,12),
  margin_rate_day date,
  margin_rate_source text,
  constraint product_figures_pkey PRIMARY KEY (account_id, product_id),
  constraint product_figures_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products(account_id, id),
  constraint product_figures_margin_rate_source_check CHECK ((margin_rate_source = ANY (ARRAY['ecb'::text, 'staff'::text])))
);
alter table product_figures enable row level security;
alter table product_figures force row level security;
CREATE INDEX product_figures_margin_idx ON public.product_figures USING btree (account_id, margin_low) WHERE (margin_low IS NOT NULL);
CREATE INDEX product_figures_stale_idx ON public.product_figures USING btree (account_id, product_id) WHERE stale;
create policy account_rows on product_figures for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on product_figures for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on product_figures to tradewind_app;
grant delete, insert, select, update on product_figures to tradewind_desk;

create table publications (
  account_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  catalog_product_id uuid not null,
  state text not null default 'waiting'::text,
  reason text,
  handle text not null,
  title text not null,
  description text not null,
  status text not null,
  currency character(3) not null,
  items jsonb not null,
  external_id text,
  product_id uuid,
  created_by uuid,
  author_name text,
  created_at timestamp with time zone not null,
  published_at timestamp with time zone,
  constraint publications_pkey PRIMARY KEY (account_id, id),
  constraint publications_handle_key UNIQUE (account_id, store_id, handle),
  constraint publications_catalog_product_id_fkey FOREIGN KEY (catalog_product_id) REFERENCES catalog_products(id),
  constraint publications_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint publications_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products(account_id, id),
  constraint publications_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id),
  constraint publications_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'published'::text, 'failed'::text, 'removed'::text]))),
  constraint publications_status_check CHECK ((status = ANY (ARRAY['active'::text, 'draft'::text]))),
  constraint publications_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255)))
);
alter table publications enable row level security;
alter table publications force row level security;
CREATE INDEX publications_list_idx ON public.publications USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX publications_once_key ON public.publications USING btree (account_id, store_id, catalog_product_id) WHERE (state = ANY (ARRAY['waiting'::text, 'published'::text]));
create policy account_rows on publications for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on publications for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on publications to tradewind_app;
grant delete, insert, select, update on publications to tradewind_desk;

create table quote_alternatives (
  account_id uuid not null,
  quote_id uuid not null,
  id uuid not null,
  kind text not null,
  catalog_sku_id uuid not null,
  unit_price bigint not null,
  lead_days integer not null,
  moq integer not null,
  note text not null default ''::text,
  created_by uuid,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  taken_version integer,
  constraint quote_alternatives_pkey PRIMARY KEY (account_id, quote_id, id),
  constraint quote_alternatives_catalog_sku_id_fkey FOREIGN KEY (catalog_sku_id) REFERENCES catalog_skus(id),
  constraint quote_alternatives_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint quote_alternatives_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes(account_id, id),
  constraint quote_alternatives_kind_check CHECK ((kind = ANY (ARRAY['cheaper'::text, 'same'::text, 'better'::text]))),
  constraint quote_alternatives_lead_days_check CHECK ((lead_days >= 0)),
  constraint quote_alternatives_moq_check CHECK ((moq > 0)),
  constraint quote_alternatives_unit_price_check CHECK ((unit_price > 0))
);
alter table quote_alternatives enable row level security;
alter table quote_alternatives force row level security;
create policy account_rows on quote_alternatives for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on quote_alternatives for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on quote_alternatives to tradewind_app;
grant delete, insert, select, update on quote_alternatives to tradewind_desk;

create table quote_costs (
  account_id uuid not null,
  quote_id uuid not null,
  version integer not null,
  line integer not null,
  cost_fen bigint not null,
  fx_rate numeric(14,6) not null,
  margin_percent numeric(6,2) not null,
  supplier_url text not null default ''::text,
  constraint quote_costs_pkey PRIMARY KEY (account_id, quote_id, version, line),
  constraint quote_costs_version_fkey FOREIGN KEY (account_id, quote_id, version) REFERENCES quote_versions(account_id, quote_id, version),
  constraint quote_costs_cost_fen_check CHECK ((cost_fen >= 0)),
  constraint quote_costs_fx_rate_check CHECK ((fx_rate > (0)::numeric)),
  constraint quote_costs_supplier_url_check CHECK ((length(supplier_url) <= 2000))
);
alter table quote_costs enable row level security;
alter table quote_costs force row level security;
create policy desk_rows on quote_costs for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on quote_costs to tradewind_desk;

create table quote_entries (
  account_id uuid not null,
  quote_id uuid not null,
  seq integer not null,
  kind text not null,
  side text not null,
  author_id uuid,
  body text not null default ''::text,
  version integer,
  data jsonb not null default '{}'::jsonb,
  at timestamp with time zone not null,
  constraint quote_entries_pkey PRIMARY KEY (account_id, quote_id, seq),
  constraint quote_entries_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint quote_entries_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes(account_id, id),
  constraint quote_entries_body_check CHECK ((length(body) <= 4000)),
  constraint quote_entries_kind_check CHECK ((kind = ANY (ARRAY['asked'::text, 'extended'::text, 'message'::text, 'question'::text, 'reply'::text, 'assigned'::text, 'quoted'::text, 'countered'::text, 'accepted'::text, 'declined'::text, 'unavailable'::text, 'alternative'::text, 'alternative_taken'::text, 'expired'::text, 'cancelled'::text, 'sample'::text]))),
  constraint quote_entries_seq_check CHECK ((seq > 0)),
  constraint quote_entries_side_check CHECK ((side = ANY (ARRAY['client'::text, 'staff'::text, 'system'::text])))
);
alter table quote_entries enable row level security;
alter table quote_entries force row level security;
create policy account_rows on quote_entries for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on quote_entries for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on quote_entries to tradewind_app;
grant delete, insert, select, update on quote_entries to tradewind_desk;

create table quote_entry_files (
  account_id uuid not null,
  quote_id uuid not null,
  seq integer not null,
  "position" integer not null,
  file_id uuid not null,
  constraint quote_entry_files_pkey PRIMARY KEY (account_id, quote_id, seq, "position"),
  constraint quote_entry_files_entry_fkey FOREIGN KEY (account_id, quote_id, seq) REFERENCES quote_entries(account_id, quote_id, seq),
  constraint quote_entry_files_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id),
  constraint quote_entry_files_position_check CHECK ((("position" >= 1) AND ("position" <= 5)))
);
alter table quote_entry_files enable row level security;
alter table quote_entry_files force row level security;
create policy account_rows on quote_entry_files for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on quote_entry_files for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on quote_entry_files to tradewind_app;
grant delete, insert, select, update on quote_entry_files to tradewind_desk;

create table quote_freight (
  account_id uuid not null,
  quote_id uuid not null,
  version integer not null,
  destination character(2) not null,
  channel_id uuid not null,
  formula jsonb not null,
  days_min integer not null,
  days_max integer not null,
  tax_mode text not null default 'DDU'::text,
  divisor integer,
  step_g integer not null default 1,
  max_weight_g integer,
  refuses text[] not null default '{}'::text[],
  constraint quote_freight_pkey PRIMARY KEY (account_id, quote_id, version, destination, channel_id),
  constraint quote_freight_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint quote_freight_version_fkey FOREIGN KEY (account_id, quote_id, version) REFERENCES quote_versions(account_id, quote_id, version),
  constraint quote_freight_check CHECK ((days_max >= days_min)),
  constraint quote_freight_days_min_check CHECK ((days_min >= 0)),
  constraint quote_freight_divisor_check CHECK ((divisor > 0)),
  constraint quote_freight_max_weight_check CHECK ((max_weight_g > 0)),
  constraint quote_freight_step_g_check CHECK ((step_g > 0)),
  constraint quote_freight_tax_mode_check CHECK ((tax_mode = ANY (ARRAY['DDP'::text, 'IOSS'::text, 'DDU'::text])))
);
alter table quote_freight enable row level security;
alter table quote_freight force row level security;
create policy account_rows on quote_freight for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on quote_freight for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on quote_freight to tradewind_app;
grant delete, insert, select, update on quote_freight to tradewind_desk;

create table quote_items (
  account_id uuid not null,
  quote_id uuid not null,
  line integer not null,
  variant_id uuid,
  title text not null,
  constraint quote_items_pkey PRIMARY KEY (account_id, quote_id, line),
  constraint quote_items_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes(account_id, id),
  constraint quote_items_variant_fkey FOREIGN KEY (account_id, variant_id) REFERENCES store_variants(account_id, id),
  constraint quote_items_line_check CHECK ((line > 0))
);
alter table quote_items enable row level security;
alter table quote_items force row level security;
CREATE INDEX quote_items_variant_idx ON public.quote_items USING btree (account_id, variant_id);
create policy account_rows on quote_items for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on quote_items for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on quote_items to tradewind_app;
grant delete, insert, select, update on quote_items to tradewind_desk;

create table quote_lines (
  account_id uuid not null,
  quote_id uuid not null,
  version integer not null,
  line integer not null,
  variant_id uuid,
  catalog_sku_id uuid not null,
  unit_price bigint not null,
  weight_g integer not null,
  lead_days integer not null default 3,
  moq integer not null default 1,
  constraint quote_lines_pkey PRIMARY KEY (account_id, quote_id, version, line),
  constraint quote_lines_catalog_sku_id_fkey FOREIGN KEY (catalog_sku_id) REFERENCES catalog_skus(id),
  constraint quote_lines_version_fkey FOREIGN KEY (account_id, quote_id, version) REFERENCES quote_versions(account_id, quote_id, version),
  constraint quote_lines_lead_days_check CHECK ((lead_days >= 0)),
  constraint quote_lines_moq_check CHECK ((moq > 0)),
  constraint quote_lines_unit_price_check CHECK ((unit_price > 0)),
  constraint quote_lines_weight_g_check CHECK ((weight_g > 0))
);
alter table quote_lines enable row level security;
alter table quote_lines force row level security;
CREATE INDEX quote_lines_sku_idx ON public.quote_lines USING btree (catalog_sku_id);
create policy account_rows on quote_lines for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on quote_lines for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on quote_lines to tradewind_app;
grant delete, insert, select, update on quote_lines to tradewind_desk;

create table quote_pictures (
  account_id uuid not null,
  quote_id uuid not null,
  "position" integer not null,
  sha256 text not null,
  constraint quote_pictures_pkey PRIMARY KEY (account_id, quote_id, "position"),
  constraint quote_pictures_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes(account_id, id),
  constraint quote_pictures_sha256_fkey FOREIGN KEY (sha256) REFERENCES pictures(sha256),
  constraint quote_pictures_position_check CHECK (("position" > 0))
);
alter table quote_pictures enable row level security;
alter table quote_pictures force row level security;
create policy account_rows on quote_pictures for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on quote_pictures for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on quote_pictures to tradewind_app;
grant delete, insert, select, update on quote_pictures to tradewind_desk;

create table quote_shares (
  token_hash text not null,
  account_id uuid not null,
  quote_id uuid not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint quote_shares_pkey PRIMARY KEY (token_hash),
  constraint quote_shares_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint quote_shares_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes(account_id, id)
);
alter table quote_shares enable row level security;
alter table quote_shares force row level security;
CREATE UNIQUE INDEX quote_shares_open_key ON public.quote_shares USING btree (account_id, quote_id) WHERE (revoked_at IS NULL);
create policy desk_rows on quote_shares for all to tradewind_desk using (true) with check (true);
create policy own_rows on quote_shares for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
grant delete, insert, select, update on quote_shares to tradewind_app;
grant delete, insert, select, update on quote_shares to tradewind_desk;

create table quote_versions (
  account_id uuid not null,
  quote_id uuid not null,
  version integer not null,
  note text not null default ''::text,
  valid_until timestamp with time zone not null,
  price_lock_days integer not null default 30,
  created_by uuid,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  constraint quote_versions_pkey PRIMARY KEY (account_id, quote_id, version),
  constraint quote_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint quote_versions_quote_fkey FOREIGN KEY (account_id, quote_id) REFERENCES quotes(account_id, id),
  constraint quote_versions_price_lock_days_check CHECK (((price_lock_days >= 0) AND (price_lock_days <= 365))),
  constraint quote_versions_version_check CHECK ((version > 0))
);
alter table quote_versions enable row level security;
alter table quote_versions force row level security;
create policy account_rows on quote_versions for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on quote_versions for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on quote_versions to tradewind_app;
grant delete, insert, select, update on quote_versions to tradewind_desk;

create table quotes (
  account_id uuid not null,
  id uuid not null,
  number bigint not null default nextval('quote_number_seq'::regclass),
  status text not null,
  title text not null,
  store_id uuid,
  product_id uuid,
  url text,
  note text not null default ''::text,
  destinations text[] not null default '{}'::text[],
  orders_per_day integer,
  target_price bigint,
  currency character(3) not null,
  assignee_user_id uuid,
  current_version integer not null default 0,
  accepted_version integer,
  decline_reason text,
  sla_due_at timestamp with time zone not null,
  submitted_at timestamp with time zone not null,
  quoted_at timestamp with time zone,
  closed_at timestamp with time zone,
  created_by uuid,
  version integer not null default 1,
  picture text,
  source text not null default 'product'::text,
  quantity integer,
  target_days integer,
  branding boolean not null default false,
  sample boolean not null default false,
  paused_at timestamp with time zone,
  sla_left_ms bigint,
  unavailable_reason text,
  asked_from uuid,
  client_seen integer not null default 0,
  staff_seen integer not null default 0,
  ending_told_version integer,
  client_said integer not null default 0,
  constraint quotes_pkey PRIMARY KEY (account_id, id),
  constraint quotes_number_key UNIQUE (account_id, number),
  constraint quotes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint quotes_asked_from_fkey FOREIGN KEY (account_id, asked_from) REFERENCES quotes(account_id, id),
  constraint quotes_assignee_user_id_fkey FOREIGN KEY (assignee_user_id) REFERENCES users(id),
  constraint quotes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint quotes_picture_fkey FOREIGN KEY (picture) REFERENCES pictures(sha256),
  constraint quotes_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products(account_id, id),
  constraint quotes_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id),
  constraint quotes_orders_per_day_check CHECK ((orders_per_day >= 0)),
  constraint quotes_paused_check CHECK (((paused_at IS NULL) = (sla_left_ms IS NULL))),
  constraint quotes_quantity_check CHECK ((quantity > 0)),
  constraint quotes_sla_left_check CHECK ((sla_left_ms >= 0)),
  constraint quotes_source_check CHECK ((source = ANY (ARRAY['product'::text, 'url'::text, 'pictures'::text, 'text'::text]))),
  constraint quotes_status_check CHECK ((status = ANY (ARRAY['submitted'::text, 'in_progress'::text, 'need_info'::text, 'quoted'::text, 'countered'::text, 'accepted'::text, 'declined'::text, 'unavailable'::text, 'expired'::text, 'cancelled'::text]))),
  constraint quotes_target_days_check CHECK ((target_days > 0)),
  constraint quotes_target_price_check CHECK ((target_price > 0)),
  constraint quotes_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255))),
  constraint quotes_unavailable_check CHECK ((unavailable_reason = ANY (ARRAY['not_found'::text, 'restricted'::text, 'ip_risk'::text])))
);
alter table quotes enable row level security;
alter table quotes force row level security;
CREATE INDEX quotes_list_idx ON public.quotes USING btree (account_id, submitted_at DESC, id DESC);
CREATE UNIQUE INDEX quotes_open_product_key ON public.quotes USING btree (account_id, product_id) WHERE ((product_id IS NOT NULL) AND (status = ANY (ARRAY['submitted'::text, 'in_progress'::text, 'need_info'::text, 'quoted'::text, 'countered'::text])));
CREATE UNIQUE INDEX quotes_open_url_key ON public.quotes USING btree (account_id, url) WHERE ((url IS NOT NULL) AND (status = ANY (ARRAY['submitted'::text, 'in_progress'::text, 'need_info'::text, 'quoted'::text, 'countered'::text])));
CREATE INDEX quotes_product_idx ON public.quotes USING btree (account_id, product_id, submitted_at DESC) WHERE (product_id IS NOT NULL);
CREATE INDEX quotes_staff_idx ON public.quotes USING btree (status, sla_due_at, id);
CREATE INDEX quotes_unread_idx ON public.quotes USING btree (status, sla_due_at, id) WHERE (client_said > staff_seen);
create policy account_rows on quotes for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on quotes for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on quotes to tradewind_app;
grant delete, insert, select, update on quotes to tradewind_desk;

create table recharge_methods (
  code text not null,
  kind text not null,
  name text not null,
  details jsonb not null default '[]'::jsonb,
  fee_bp integer not null default 0,
  active boolean not null default true,
  "position" integer not null default 1,
  version integer not null default 1,
  min_amount bigint,
  max_amount bigint,
  bonus_tiers jsonb not null default '[]'::jsonb,
  bonus_days integer not null default 180,
  sepa jsonb,
  constraint recharge_methods_pkey PRIMARY KEY (code),
  constraint recharge_methods_bonus_days_check CHECK (((bonus_days >= 1) AND (bonus_days <= 730))),
  constraint recharge_methods_bonus_tiers_check CHECK ((jsonb_typeof(bonus_tiers) = 'array'::text)),
  constraint recharge_methods_code_check CHECK ((code ~ '^[a-z_]+$'::text)),
  constraint recharge_methods_fee_bp_check CHECK (((fee_bp >= 0) AND (fee_bp <= 1000))),
  constraint recharge_methods_kind_check CHECK ((kind = ANY (ARRAY['transfer'::text, 'card'::text]))),
  constraint recharge_methods_limits CHECK ((min_amount <= max_amount)),
  constraint recharge_methods_max_amount_check CHECK ((max_amount > 0)),
  constraint recharge_methods_min_amount_check CHECK ((min_amount > 0))
);
CREATE UNIQUE INDEX recharge_methods_name_key ON public.recharge_methods USING btree (lower(name));
grant delete, insert, select, update on recharge_methods to tradewind_app;
grant delete, insert, select, update on recharge_methods to tradewind_desk;

create table recharge_proofs (
  account_id uuid not null,
  recharge_id uuid not null,
  "position" smallint not null,
  file_id uuid not null,
  constraint recharge_proofs_pkey PRIMARY KEY (account_id, recharge_id, "position"),
  constraint recharge_proofs_account_id_recharge_id_file_id_key UNIQUE (account_id, recharge_id, file_id),
  constraint recharge_proofs_account_id_file_id_fkey FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id),
  constraint recharge_proofs_account_id_recharge_id_fkey FOREIGN KEY (account_id, recharge_id) REFERENCES recharges(account_id, id),
  constraint recharge_proofs_position_check CHECK ((("position" >= 1) AND ("position" <= 5)))
);
alter table recharge_proofs enable row level security;
alter table recharge_proofs force row level security;
CREATE INDEX recharge_proofs_file_idx ON public.recharge_proofs USING btree (account_id, file_id);
create policy account_rows on recharge_proofs for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on recharge_proofs for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on recharge_proofs to tradewind_app;
grant delete, insert, select, update on recharge_proofs to tradewind_desk;

create table recharges (
  account_id uuid not null,
  id uuid not null,
  number bigint not null default nextval('recharge_number_seq'::regclass),
  method text not null,
  status text not null,
  currency character(3) not null,
  amount bigint not null,
  received_amount bigint,
  fee bigint,
  reference text not null,
  external_ref text,
  payer_name text,
  paid_on date,
  review_note text,
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  checkout_session text,
  ledger_seq bigint,
  expires_at timestamp with time zone not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  for_orders uuid[] not null default '{}'::uuid[],
  for_invoice uuid,
  submitted_at timestamp with time zone,
  card_id uuid,
  payment_intent text,
  first_approved_by uuid,
  first_approved_at timestamp with time zone,
  first_received bigint,
  first_note text,
  first_transaction text,
  first_bank_row uuid,
  for_selection uuid,
  sent_amount bigint,
  sent_currency character(3),
  bonus_tiers jsonb not null default '[]'::jsonb,
  bonus_days integer not null default 180,
  bonus bigint,
  constraint recharges_pkey PRIMARY KEY (account_id, id),
  constraint recharges_number_key UNIQUE (account_id, number),
  constraint recharges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint recharges_card_fkey FOREIGN KEY (account_id, card_id) REFERENCES saved_cards(account_id, id),
  constraint recharges_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint recharges_first_approved_by_fkey FOREIGN KEY (first_approved_by) REFERENCES users(id),
  constraint recharges_ledger_fkey FOREIGN KEY (account_id, ledger_seq) REFERENCES ledger_transactions(account_id, seq),
  constraint recharges_method_fkey FOREIGN KEY (method) REFERENCES recharge_methods(code),
  constraint recharges_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users(id),
  constraint recharges_amount_check CHECK ((amount > 0)),
  constraint recharges_bonus_check CHECK ((bonus >= 0)),
  constraint recharges_bonus_days_check CHECK (((bonus_days >= 1) AND (bonus_days <= 730))),
  constraint recharges_bonus_tiers_check CHECK ((jsonb_typeof(bonus_tiers) = 'array'::text)),
  constraint recharges_credited CHECK (((status <> 'credited'::text) OR ((received_amount IS NOT NULL) AND (ledger_seq IS NOT NULL)))),
  constraint recharges_fee_check CHECK ((fee >= 0)),
  constraint recharges_first_approval CHECK ((((first_approved_by IS NULL) = (first_approved_at IS NULL)) AND ((first_approved_by IS NULL) = (first_received IS NULL)) AND ((first_approved_by IS NOT NULL) OR ((first_note IS NULL) AND (first_transaction IS NULL) AND (first_bank_row IS NULL))))),
  constraint recharges_first_note_check CHECK ((length(first_note) <= 300)),
  constraint recharges_first_received_check CHECK ((first_received > 0)),
  constraint recharges_first_status CHECK (((first_approved_by IS NULL) OR (status = ANY (ARRAY['under_review'::text, 'credited'::text])))),
  constraint recharges_first_transaction_check CHECK ((length(first_transaction) <= 64)),
  constraint recharges_received_amount_check CHECK ((received_amount > 0)),
  constraint recharges_second_person CHECK (((first_approved_by IS NULL) OR (status <> 'credited'::text) OR ((reviewed_by IS NOT NULL) AND (reviewed_by <> first_approved_by) AND (received_amount = first_received)))),
  constraint recharges_sent CHECK (((sent_amount IS NULL) = (sent_currency IS NULL))),
  constraint recharges_sent_amount_check CHECK ((sent_amount > 0)),
  constraint recharges_status_check CHECK ((status = ANY (ARRAY['awaiting_transfer'::text, 'submitted'::text, 'under_review'::text, 'processing'::text, 'credited'::text, 'rejected'::text, 'failed'::text, 'expired'::text, 'cancelled'::text])))
);
alter table recharges enable row level security;
alter table recharges force row level security;
CREATE INDEX recharges_age_idx ON public.recharges USING btree (created_at DESC, id DESC);
CREATE INDEX recharges_amount_idx ON public.recharges USING btree (account_id, amount);
CREATE UNIQUE INDEX recharges_bank_row_key ON public.recharges USING btree (first_bank_row) WHERE ((first_bank_row IS NOT NULL) AND (status = 'under_review'::text));
CREATE UNIQUE INDEX recharges_charge_key ON public.recharges USING btree (account_id) WHERE ((card_id IS NOT NULL) AND (status = 'processing'::text));
CREATE INDEX recharges_charges_idx ON public.recharges USING btree (account_id, created_at DESC) WHERE (card_id IS NOT NULL);
CREATE INDEX recharges_external_idx ON public.recharges USING btree (method, external_ref) WHERE (external_ref IS NOT NULL);
CREATE INDEX recharges_list_idx ON public.recharges USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX recharges_method_amount_idx ON public.recharges USING btree (method, amount);
CREATE UNIQUE INDEX recharges_reference_key ON public.recharges USING btree (account_id, method, external_ref) WHERE (status = ANY (ARRAY['submitted'::text, 'under_review'::text, 'credited'::text]));
CREATE INDEX recharges_staff_idx ON public.recharges USING btree (status, created_at, id);
CREATE INDEX recharges_transfer_reference_idx ON public.recharges USING btree (reference);
create policy account_rows on recharges for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on recharges for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on recharges to tradewind_app;
grant delete, insert, select, update on recharges to tradewind_desk;

create table sample_addresses (
  account_id uuid not null,
  recipient jsonb not null,
  updated_at timestamp with time zone not null,
  constraint sample_addresses_pkey PRIMARY KEY (account_id),
  constraint sample_addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
alter table sample_addresses enable row level security;
alter table sample_addresses force row level security;
create policy account_rows on sample_addresses for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on sample_addresses for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on sample_addresses to tradewind_app;
grant delete, insert, select, update on sample_addresses to tradewind_desk;

create table saved_cards (
  account_id uuid not null,
  id uuid not null,
  customer text not null,
  payment_method text not null,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  saved_by uuid,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint saved_cards_pkey PRIMARY KEY (account_id, id),
  constraint saved_cards_method_key UNIQUE (account_id, payment_method),
  constraint saved_cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint saved_cards_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id)
);
alter table saved_cards enable row level security;
alter table saved_cards force row level security;
CREATE UNIQUE INDEX saved_cards_one_key ON public.saved_cards USING btree (account_id) WHERE (removed_at IS NULL);
create policy account_rows on saved_cards for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on saved_cards for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on saved_cards to tradewind_app;
grant delete, insert, select, update on saved_cards to tradewind_desk;

create table sessions (
  id uuid not null,
  token_hash text not null,
  user_id uuid not null,
  account_id uuid,
  acting_as jsonb,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  ip text,
  user_agent text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token_hash),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
alter table sessions enable row level security;
alter table sessions force row level security;
CREATE INDEX sessions_user_idx ON public.sessions USING btree (user_id, created_at DESC);
CREATE TRIGGER sessions_access AFTER DELETE OR UPDATE OF revoked_at, acting_as ON public.sessions FOR EACH ROW EXECUTE FUNCTION tell_access_changed();
create policy desk_rows on sessions for all to tradewind_desk using (true) with check (true);
create policy own_rows on sessions for all to tradewind_app using ((user_id = app_user())) with check ((user_id = app_user()));
grant delete, insert, select, update on sessions to tradewind_app;
grant delete, insert, select, update on sessions to tradewind_desk;

create table shop_domains (
  platform text not null,
  external_domain text not null,
  account_id uuid not null,
  store_id uuid not null,
  constraint shop_domains_pkey PRIMARY KEY (platform, external_domain),
  constraint shop_domains_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id),
  constraint shop_domains_external_domain_check CHECK ((external_domain = lower(external_domain)))
);
alter table shop_domains enable row level security;
alter table shop_domains force row level security;
create policy desk_rows on shop_domains for all to tradewind_desk using (true) with check (true);
create policy own_rows on shop_domains for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
grant delete, insert, select, update on shop_domains to tradewind_app;
grant delete, insert, select, update on shop_domains to tradewind_desk;

create table shop_identities (
  user_id uuid not null,
  account_id uuid not null,
  shop text not null,
  staff_id text not null,
  first_at timestamp with time zone not null,
  constraint shop_identities_pkey PRIMARY KEY (user_id, account_id, shop, staff_id),
  constraint shop_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint shop_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
alter table shop_identities enable row level security;
alter table shop_identities force row level security;
create policy desk_rows on shop_identities for all to tradewind_desk using (true) with check (true);
create policy own_rows on shop_identities for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
grant delete, insert, select, update on shop_identities to tradewind_app;
grant delete, insert, select, update on shop_identities to tradewind_desk;

create table shop_logins (
  state_hash text not null,
  browser_hash text not null,
  app_id uuid not null,
  shop text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  code_hash text,
  code_expires_at timestamp with time zone,
  code_used_at timestamp with time zone,
  account_id uuid,
  user_id uuid,
  staff_id text,
  constraint shop_logins_pkey PRIMARY KEY (state_hash),
  constraint shop_logins_code_key UNIQUE (code_hash),
  constraint shop_logins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint shop_logins_app_id_fkey FOREIGN KEY (app_id) REFERENCES shopify_apps(id),
  constraint shop_logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX shop_logins_expires_idx ON public.shop_logins USING btree (expires_at);
grant delete, insert, select, update on shop_logins to tradewind_app;
grant delete, insert, select, update on shop_logins to tradewind_desk;

create table shopify_apps (
  id uuid not null,
  client_id text not null,
  name text not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  scopes text[] not null,
  created_at timestamp with time zone not null default now(),
  constraint shopify_apps_pkey PRIMARY KEY (id),
  constraint shopify_apps_client_key UNIQUE (client_id)
);
grant delete, insert, select, update on shopify_apps to tradewind_app;
grant delete, insert, select, update on shopify_apps to tradewind_desk;

create table sign_ups (
  id uuid not null,
  email text not null,
  username text not null,
  password_hash text not null,
  account_name text not null,
  locale text not null,
  time_zone text not null,
  redirect text,
  token_hash text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_ups_pkey PRIMARY KEY (id),
  constraint sign_ups_token_hash_key UNIQUE (token_hash),
  constraint sign_ups_account_name_check CHECK (((length(account_name) >= 1) AND (length(account_name) <= 120))),
  constraint sign_ups_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint sign_ups_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'zh'::text]))),
  constraint sign_ups_username_check CHECK ((username ~ '^[A-Za-z0-9._-]{3,32}$'::text))
);
alter table sign_ups enable row level security;
alter table sign_ups force row level security;
CREATE INDEX sign_ups_username_idx ON public.sign_ups USING btree (lower(username));
create policy desk_rows on sign_ups for all to tradewind_desk using (true) with check (true);
create policy own_rows on sign_ups for all to tradewind_app using (false) with check (false);
grant delete, insert, select, update on sign_ups to tradewind_desk;

create table sites (
  id uuid not null,
  domain text not null,
  brand_name text not null,
  branding jsonb not null default '{}'::jsonb,
  shopify_app_id uuid,
  created_at timestamp with time zone not null default now(),
  contact jsonb not null default '[]'::jsonb,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  updated_by uuid,
  staff_login boolean not null default false,
  constraint sites_pkey PRIMARY KEY (id),
  constraint sites_domain_key UNIQUE (domain),
  constraint sites_app_fkey FOREIGN KEY (shopify_app_id) REFERENCES shopify_apps(id),
  constraint sites_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  constraint sites_contact_check CHECK ((jsonb_typeof(contact) = 'array'::text)),
  constraint sites_domain_check CHECK ((domain = lower(domain)))
);
grant delete, insert, select, update on sites to tradewind_app;
grant delete, insert, select, update on sites to tradewind_desk;

create table sku_sales_days (
  account_id uuid not null,
  sku_id uuid not null,
  day date not null,
  pieces integer not null,
  constraint sku_sales_days_pkey PRIMARY KEY (account_id, sku_id, day),
  constraint sku_sales_days_sku_id_fkey FOREIGN KEY (sku_id) REFERENCES catalog_skus(id),
  constraint sku_sales_days_pieces_check CHECK ((pieces >= 0))
);
alter table sku_sales_days enable row level security;
alter table sku_sales_days force row level security;
create policy account_rows on sku_sales_days for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on sku_sales_days for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on sku_sales_days to tradewind_app;
grant delete, insert, select, update on sku_sales_days to tradewind_desk;

create table staff_roles (
  user_id uuid not null,
  user_kind text not null default 'staff'::text,
  role text not null,
  constraint staff_roles_pkey PRIMARY KEY (user_id, role),
  constraint staff_roles_user_fkey FOREIGN KEY (user_id, user_kind) REFERENCES users(id, kind),
  constraint staff_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'agent'::text, 'finance'::text, 'warehouse'::text]))),
  constraint staff_roles_user_kind_check CHECK ((user_kind = 'staff'::text))
);
alter table staff_roles enable row level security;
alter table staff_roles force row level security;
CREATE TRIGGER staff_roles_access AFTER INSERT OR DELETE ON public.staff_roles FOR EACH ROW EXECUTE FUNCTION tell_access_changed();
create policy desk_rows on staff_roles for all to tradewind_desk using (true) with check (true);
create policy own_rows on staff_roles for all to tradewind_app using (true) with check (true);
grant select on staff_roles to tradewind_app;
grant delete, insert, select, update on staff_roles to tradewind_desk;

create table statement_keys (
  id text not null,
  public_key text not null,
  private_sealed text not null,
  valid_from timestamp with time zone not null,
  valid_until timestamp with time zone,
  constraint statement_keys_pkey PRIMARY KEY (id),
  constraint statement_keys_check CHECK ((valid_until >= valid_from)),
  constraint statement_keys_id_check CHECK ((id ~ '^[0-9a-f]{16}$'::text))
);
alter table statement_keys enable row level security;
alter table statement_keys force row level security;
CREATE UNIQUE INDEX statement_keys_current_idx ON public.statement_keys USING btree (((valid_until IS NULL))) WHERE (valid_until IS NULL);
create policy desk_rows on statement_keys for all to tradewind_desk using (true) with check (true);
grant insert, select, update on statement_keys to tradewind_desk;

create table statements (
  account_id uuid not null,
  id uuid not null,
  "position" integer not null,
  from_day date not null,
  to_day date not null,
  currency character(3) not null,
  opening_seq bigint not null,
  closing_seq bigint not null,
  opening_balance bigint not null,
  closing_balance bigint not null,
  hash bytea not null,
  key_id text not null,
  issued_at timestamp with time zone not null,
  document bytea not null,
  constraint statements_pkey PRIMARY KEY (account_id, id),
  constraint statements_period_key UNIQUE (account_id, from_day, to_day),
  constraint statements_position_key UNIQUE (account_id, "position"),
  constraint statements_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint statements_key_fkey FOREIGN KEY (key_id) REFERENCES statement_keys(id),
  constraint statements_check CHECK ((to_day >= from_day)),
  constraint statements_check1 CHECK ((closing_seq >= opening_seq)),
  constraint statements_hash_check CHECK ((length(hash) = 32)),
  constraint statements_position_check CHECK (("position" > 0))
);
alter table statements enable row level security;
alter table statements force row level security;
CREATE TRIGGER statements_append_only BEFORE DELETE OR UPDATE ON public.statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statements_no_truncate BEFORE TRUNCATE ON public.statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
create policy account_rows on statements for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on statements for all to tradewind_desk using (true) with check (true);
grant select on statements to tradewind_app;
grant insert, select on statements to tradewind_desk;

create table statistics_changes (
  account_id uuid not null,
  id bigint not null generated always as identity,
  store_id uuid not null,
  day date not null,
  country character(2),
  channel_id uuid,
  orders bigint not null default 0,
  cancelled bigint not null default 0,
  self_fulfilled bigint not null default 0,
  units bigint not null default 0,
  sales bigint not null default 0,
  converted bigint not null default 0,
  no_rate bigint not null default 0,
  goods bigint not null default 0,
  freight bigint not null default 0,
  fees bigint not null default 0,
  no_cost bigint not null default 0,
  profit bigint not null default 0,
  profit_sales bigint not null default 0,
  credited bigint not null default 0,
  kept bigint not null default 0,
  refunded bigint not null default 0,
  refunded_orders bigint not null default 0,
  constraint statistics_changes_pkey PRIMARY KEY (account_id, id)
);
alter table statistics_changes enable row level security;
alter table statistics_changes force row level security;
create policy account_rows on statistics_changes for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on statistics_changes for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on statistics_changes to tradewind_app;
grant delete, insert, select, update on statistics_changes to tradewind_desk;

create table statistics_checks (
  account_id uuid not null,
  checked_at timestamp with time zone not null,
  time_zone text not null,
  currency character(3) not null,
  orders bigint not null,
  corrected integer not null,
  corrected_at timestamp with time zone,
  constraint statistics_checks_pkey PRIMARY KEY (account_id),
  constraint statistics_checks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
alter table statistics_checks enable row level security;
alter table statistics_checks force row level security;
create policy account_rows on statistics_checks for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on statistics_checks for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on statistics_checks to tradewind_app;
grant delete, insert, select, update on statistics_checks to tradewind_desk;

create table statistics_claims (
  account_id uuid not null,
  month date not null,
  store_id uuid not null,
  product_id uuid,
  units bigint not null,
  claimed bigint not null,
  refunded bigint not null,
  granted bigint not null,
  constraint statistics_claims_account_id_month_store_id_product_id_key UNIQUE NULLS NOT DISTINCT (account_id, month, store_id, product_id)
);
alter table statistics_claims enable row level security;
alter table statistics_claims force row level security;
create policy account_rows on statistics_claims for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on statistics_claims for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on statistics_claims to tradewind_app;
grant delete, insert, select, update on statistics_claims to tradewind_desk;

create table statistics_days (
  account_id uuid not null,
  store_id uuid not null,
  day date not null,
  orders bigint not null,
  cancelled bigint not null,
  self_fulfilled bigint not null,
  units bigint not null,
  sales bigint not null,
  converted bigint not null,
  no_rate bigint not null,
  goods bigint not null,
  freight bigint not null,
  fees bigint not null,
  no_cost bigint not null,
  profit bigint not null,
  profit_sales bigint not null,
  credited bigint not null,
  kept bigint not null,
  refunded bigint not null,
  refunded_orders bigint not null,
  constraint statistics_days_pkey PRIMARY KEY (account_id, day, store_id)
);
alter table statistics_days enable row level security;
alter table statistics_days force row level security;
create policy account_rows on statistics_days for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on statistics_days for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on statistics_days to tradewind_app;
grant delete, insert, select, update on statistics_days to tradewind_desk;

create table statistics_deliveries (
  account_id uuid not null,
  month date not null,
  store_id uuid not null,
  country character(2),
  channel_id uuid not null,
  days integer not null,
  parcels bigint not null,
  promised bigint not null,
  late bigint not null,
  since text not null,
  constraint statistics_deliveries_account_id_month_store_id_since_count_key UNIQUE NULLS NOT DISTINCT (account_id, month, store_id, since, country, channel_id, days),
  constraint statistics_deliveries_since_check CHECK ((since = ANY (ARRAY['paid'::text, 'shipped'::text])))
);
alter table statistics_deliveries enable row level security;
alter table statistics_deliveries force row level security;
create policy account_rows on statistics_deliveries for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on statistics_deliveries for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on statistics_deliveries to tradewind_app;
grant delete, insert, select, update on statistics_deliveries to tradewind_desk;

create table statistics_mails (
  account_id uuid not null,
  user_id uuid not null,
  every text not null,
  sent_from date,
  created_at timestamp with time zone not null,
  constraint statistics_mails_pkey PRIMARY KEY (account_id, user_id),
  constraint statistics_mails_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES memberships(account_id, user_id) ON DELETE CASCADE,
  constraint statistics_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint statistics_mails_every_check CHECK ((every = ANY (ARRAY['week'::text, 'month'::text])))
);
alter table statistics_mails enable row level security;
alter table statistics_mails force row level security;
create policy account_rows on statistics_mails for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on statistics_mails for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on statistics_mails to tradewind_app;
grant delete, insert, select, update on statistics_mails to tradewind_desk;

create table statistics_months (
  account_id uuid not null,
  id bigint not null generated always as identity,
  month date not null,
  constraint statistics_months_pkey PRIMARY KEY (account_id, id)
);
alter table statistics_months enable row level security;
alter table statistics_months force row level security;
create policy account_rows on statistics_months for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on statistics_months for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on statistics_months to tradewind_app;
grant delete, insert, select, update on statistics_months to tradewind_desk;

create table statistics_parcels (
  account_id uuid not null,
  month date not null,
  store_id uuid not null,
  country character(2),
  channel_id uuid not null,
  parcels bigint not null,
  claims bigint not null,
  asked bigint not null,
  granted bigint not null,
  refunded bigint not null,
  constraint statistics_parcels_account_id_month_store_id_country_channe_key UNIQUE NULLS NOT DISTINCT (account_id, month, store_id, country, channel_id)
);
alter table statistics_parcels enable row level security;
alter table statistics_parcels force row level security;
create policy account_rows on statistics_parcels for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on statistics_parcels for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on statistics_parcels to tradewind_app;
grant delete, insert, select, update on statistics_parcels to tradewind_desk;

create table statistics_places (
  account_id uuid not null,
  store_id uuid not null,
  day date not null,
  orders bigint not null,
  cancelled bigint not null,
  self_fulfilled bigint not null,
  units bigint not null,
  sales bigint not null,
  converted bigint not null,
  no_rate bigint not null,
  goods bigint not null,
  freight bigint not null,
  fees bigint not null,
  no_cost bigint not null,
  profit bigint not null,
  profit_sales bigint not null,
  credited bigint not null,
  kept bigint not null,
  country character(2),
  channel_id uuid,
  refunded bigint not null,
  refunded_orders bigint not null,
  constraint statistics_places_account_id_day_store_id_country_channel_i_key UNIQUE NULLS NOT DISTINCT (account_id, day, store_id, country, channel_id)
);
alter table statistics_places enable row level security;
alter table statistics_places force row level security;
create policy account_rows on statistics_places for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on statistics_places for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on statistics_places to tradewind_app;
grant delete, insert, select, update on statistics_places to tradewind_desk;

create table statistics_products (
  account_id uuid not null,
  store_id uuid not null,
  day date not null,
  product_id uuid,
  orders bigint not null,
  units bigint not null,
  sales bigint not null,
  goods bigint not null,
  no_cost bigint not null,
  no_rate bigint not null,
  goods_no_rate bigint not null,
  constraint statistics_products_account_id_day_store_id_product_id_key UNIQUE NULLS NOT DISTINCT (account_id, day, store_id, product_id)
);
alter table statistics_products enable row level security;
alter table statistics_products force row level security;
CREATE INDEX statistics_products_product_idx ON public.statistics_products USING btree (account_id, product_id, day);
create policy account_rows on statistics_products for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on statistics_products for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on statistics_products to tradewind_app;
grant delete, insert, select, update on statistics_products to tradewind_desk;

create table stock_levels (
  account_id uuid not null,
  sku_id uuid not null,
  warehouse_id uuid not null,
  code text collate "C" not null,
  on_hand integer not null default 0,
  damaged integer not null default 0,
  reserved integer not null default 0,
  committed integer not null default 0,
  available integer not null generated always as ((((on_hand - damaged) - reserved) - committed)) stored,
  constraint stock_levels_pkey PRIMARY KEY (account_id, sku_id, warehouse_id),
  constraint stock_levels_sku_id_fkey FOREIGN KEY (sku_id) REFERENCES catalog_skus(id),
  constraint stock_levels_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouses(id),
  constraint stock_levels_available CHECK (((((on_hand - damaged) - reserved) - committed) >= 0)),
  constraint stock_levels_counts CHECK (((on_hand >= 0) AND (damaged >= 0) AND (reserved >= 0) AND (committed >= 0)))
);
alter table stock_levels enable row level security;
alter table stock_levels force row level security;
CREATE INDEX stock_levels_held_idx ON public.stock_levels USING btree (account_id, code, warehouse_id) WHERE (on_hand > 0);
CREATE UNIQUE INDEX stock_levels_list_idx ON public.stock_levels USING btree (account_id, code, warehouse_id);
CREATE TRIGGER stock_levels_guard BEFORE INSERT OR UPDATE ON public.stock_levels FOR EACH ROW EXECUTE FUNCTION guard_levels();
create policy account_rows on stock_levels for all to tradewind_app using (((account_id = app_account()) OR (account_id = provider_account()))) with check (((account_id = app_account()) OR (account_id = provider_account())));
create policy desk_rows on stock_levels for all to tradewind_desk using (true) with check (true);
grant insert, select, update on stock_levels to tradewind_app;
grant insert, select, update on stock_levels to tradewind_desk;

create table stock_movements (
  account_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  sku_id uuid not null,
  warehouse_id uuid not null,
  kind text not null,
  qty integer not null,
  damaged_qty integer not null default 0,
  unit_cost bigint,
  layer_at timestamp with time zone,
  ref_kind text,
  ref_id uuid,
  ref_label text not null default ''::text,
  reason text not null default ''::text,
  actor_kind text not null,
  actor_name text,
  idempotency_key text not null,
  constraint stock_movements_pkey PRIMARY KEY (account_id, id),
  constraint stock_movements_idempotency_key UNIQUE (account_id, idempotency_key),
  constraint stock_movements_sku_id_fkey FOREIGN KEY (sku_id) REFERENCES catalog_skus(id),
  constraint stock_movements_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouses(id),
  constraint stock_movements_direction CHECK (
CASE kind
    WHEN 'receipt'::text THEN (qty > 0)
    WHEN 'return'::text THEN (qty > 0)
    WHEN 'transfer_in'::text THEN (qty > 0)
    WHEN 'ship'::text THEN (qty < 0)
    WHEN 'transfer_out'::text THEN (qty < 0)
    WHEN 'write_off'::text THEN (qty < 0)
    WHEN 'damage'::text THEN (qty = 0)
    ELSE true
END),
  constraint stock_movements_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'ship'::text, 'return'::text, 'damage'::text, 'adjust'::text, 'transfer_out'::text, 'transfer_in'::text, 'write_off'::text]))),
  constraint stock_movements_layer CHECK (((qty > 0) = (layer_at IS NOT NULL))),
  constraint stock_movements_moves CHECK (((qty <> 0) OR (damaged_qty <> 0))),
  constraint stock_movements_unit_cost_check CHECK ((unit_cost >= 0))
);
alter table stock_movements enable row level security;
alter table stock_movements force row level security;
CREATE INDEX stock_movements_kind_idx ON public.stock_movements USING btree (account_id, kind, at DESC, id DESC);
CREATE INDEX stock_movements_layer_idx ON public.stock_movements USING btree (account_id, sku_id, warehouse_id, layer_at DESC) WHERE (qty > 0);
CREATE INDEX stock_movements_level_idx ON public.stock_movements USING btree (account_id, sku_id, warehouse_id, at) INCLUDE (qty, damaged_qty);
CREATE INDEX stock_movements_list_idx ON public.stock_movements USING btree (account_id, at DESC, id DESC);
CREATE INDEX stock_movements_reference_idx ON public.stock_movements USING btree (account_id, ref_label, at DESC, id DESC) WHERE (ref_label <> ''::text);
CREATE INDEX stock_movements_staff_idx ON public.stock_movements USING btree (at DESC, id DESC);
CREATE TRIGGER stock_movements_append_only BEFORE DELETE OR UPDATE ON public.stock_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stock_movements_levels AFTER INSERT ON public.stock_movements FOR EACH ROW EXECUTE FUNCTION follow_movement();
CREATE TRIGGER stock_movements_no_truncate BEFORE TRUNCATE ON public.stock_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
create policy account_rows on stock_movements for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stock_movements for all to tradewind_desk using (true) with check (true);
grant insert, select on stock_movements to tradewind_app;
grant insert, select on stock_movements to tradewind_desk;

create table stock_order_counts (
  account_id uuid not null,
  receipt_id uuid not null,
  line integer not null,
  good_qty integer not null,
  damaged_qty integer not null,
  constraint stock_order_counts_pkey PRIMARY KEY (account_id, receipt_id, line),
  constraint stock_order_counts_receipt_fkey FOREIGN KEY (account_id, receipt_id) REFERENCES stock_order_receipts(account_id, id),
  constraint stock_order_counts_damaged_qty_check CHECK ((damaged_qty >= 0)),
  constraint stock_order_counts_good_qty_check CHECK ((good_qty >= 0))
);
alter table stock_order_counts enable row level security;
alter table stock_order_counts force row level security;
create policy account_rows on stock_order_counts for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stock_order_counts for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on stock_order_counts to tradewind_app;
grant delete, insert, select, update on stock_order_counts to tradewind_desk;

create table stock_order_events (
  account_id uuid not null,
  id uuid not null,
  stock_order_id uuid not null,
  status text not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_name text,
  note text not null default ''::text,
  constraint stock_order_events_pkey PRIMARY KEY (account_id, id),
  constraint stock_order_events_order_fkey FOREIGN KEY (account_id, stock_order_id) REFERENCES stock_orders(account_id, id)
);
alter table stock_order_events enable row level security;
alter table stock_order_events force row level security;
CREATE INDEX stock_order_events_order_idx ON public.stock_order_events USING btree (account_id, stock_order_id, id);
create policy account_rows on stock_order_events for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stock_order_events for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on stock_order_events to tradewind_app;
grant delete, insert, select, update on stock_order_events to tradewind_desk;

create table stock_order_lines (
  account_id uuid not null,
  stock_order_id uuid not null,
  line integer not null,
  sku_id uuid not null,
  quantity integer not null,
  moq integer not null,
  pack integer not null,
  breaks jsonb not null default '[]'::jsonb,
  unit_price bigint,
  delivery_piece bigint,
  received integer not null default 0,
  damaged integer not null default 0,
  constraint stock_order_lines_pkey PRIMARY KEY (account_id, stock_order_id, line),
  constraint stock_order_lines_sku_key UNIQUE (account_id, stock_order_id, sku_id),
  constraint stock_order_lines_order_fkey FOREIGN KEY (account_id, stock_order_id) REFERENCES stock_orders(account_id, id),
  constraint stock_order_lines_sku_id_fkey FOREIGN KEY (sku_id) REFERENCES catalog_skus(id),
  constraint stock_order_lines_check CHECK (((damaged >= 0) AND (damaged <= received))),
  constraint stock_order_lines_delivery_piece_check CHECK ((delivery_piece >= 0)),
  constraint stock_order_lines_moq_check CHECK ((moq >= 1)),
  constraint stock_order_lines_pack_check CHECK ((pack >= 1)),
  constraint stock_order_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000))),
  constraint stock_order_lines_received_check CHECK ((received >= 0)),
  constraint stock_order_lines_unit_price_check CHECK ((unit_price > 0))
);
alter table stock_order_lines enable row level security;
alter table stock_order_lines force row level security;
CREATE INDEX stock_order_lines_sku_idx ON public.stock_order_lines USING btree (account_id, sku_id);
create policy account_rows on stock_order_lines for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stock_order_lines for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on stock_order_lines to tradewind_app;
grant delete, insert, select, update on stock_order_lines to tradewind_desk;

create table stock_order_pictures (
  account_id uuid not null,
  receipt_id uuid not null,
  "position" integer not null,
  file_id uuid not null,
  constraint stock_order_pictures_pkey PRIMARY KEY (account_id, receipt_id, "position"),
  constraint stock_order_pictures_file_fkey FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id),
  constraint stock_order_pictures_receipt_fkey FOREIGN KEY (account_id, receipt_id) REFERENCES stock_order_receipts(account_id, id),
  constraint stock_order_pictures_position_check CHECK ((("position" >= 1) AND ("position" <= 12)))
);
alter table stock_order_pictures enable row level security;
alter table stock_order_pictures force row level security;
create policy account_rows on stock_order_pictures for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stock_order_pictures for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on stock_order_pictures to tradewind_app;
grant delete, insert, select, update on stock_order_pictures to tradewind_desk;

create table stock_order_receipts (
  account_id uuid not null,
  id uuid not null,
  stock_order_id uuid not null,
  at timestamp with time zone not null,
  actor_name text,
  verdict text not null,
  note text not null default ''::text,
  constraint stock_order_receipts_pkey PRIMARY KEY (account_id, id),
  constraint stock_order_receipts_order_fkey FOREIGN KEY (account_id, stock_order_id) REFERENCES stock_orders(account_id, id),
  constraint stock_order_receipts_verdict_check CHECK ((verdict = ANY (ARRAY['passed'::text, 'partly'::text, 'failed'::text])))
);
alter table stock_order_receipts enable row level security;
alter table stock_order_receipts force row level security;
CREATE INDEX stock_order_receipts_order_idx ON public.stock_order_receipts USING btree (account_id, stock_order_id, id);
create policy account_rows on stock_order_receipts for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stock_order_receipts for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on stock_order_receipts to tradewind_app;
grant delete, insert, select, update on stock_order_receipts to tradewind_desk;

create table stock_orders (
  account_id uuid not null,
  id uuid not null,
  number bigint not null default nextval('stock_order_number_seq'::regclass),
  status text not null,
  warehouse_id uuid not null,
  wanted_by date,
  branding text not null default ''::text,
  note text not null default ''::text,
  currency character(3) not null,
  answer text not null default ''::text,
  deposit_percent integer,
  freight_kg bigint,
  branding_fee bigint,
  ready_on date,
  eta date,
  valid_until date,
  goods bigint,
  freight bigint,
  fees bigint,
  total bigint,
  tracking text not null default ''::text,
  requested_by uuid,
  requested_at timestamp with time zone not null,
  version integer not null default 1,
  constraint stock_orders_pkey PRIMARY KEY (account_id, id),
  constraint stock_orders_number_key UNIQUE (account_id, number),
  constraint stock_orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint stock_orders_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint stock_orders_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouses(id),
  constraint stock_orders_branding_fee_check CHECK ((branding_fee >= 0)),
  constraint stock_orders_deposit_percent_check CHECK (((deposit_percent >= 1) AND (deposit_percent <= 100))),
  constraint stock_orders_freight_kg_check CHECK ((freight_kg >= 0)),
  constraint stock_orders_quoted CHECK (((status = ANY (ARRAY['requested'::text, 'cancelled'::text])) OR ((deposit_percent IS NOT NULL) AND (freight_kg IS NOT NULL) AND (eta IS NOT NULL) AND (total IS NOT NULL)))),
  constraint stock_orders_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'quoted'::text, 'open'::text, 'partly_paid'::text, 'producing'::text, 'inbound'::text, 'receiving'::text, 'stocked'::text, 'closed'::text, 'cancelled'::text]))),
  constraint stock_orders_sum CHECK ((total = ((goods + freight) + fees)))
);
alter table stock_orders enable row level security;
alter table stock_orders force row level security;
CREATE INDEX stock_orders_staff_idx ON public.stock_orders USING btree (status, number DESC);
CREATE INDEX stock_orders_status_idx ON public.stock_orders USING btree (account_id, status, number DESC);
create policy account_rows on stock_orders for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stock_orders for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on stock_orders to tradewind_app;
grant delete, insert, select, update on stock_orders to tradewind_desk;

create table stock_requests (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  sku_id uuid not null,
  warehouse_id uuid not null,
  to_warehouse_id uuid,
  quantity integer not null,
  reason text not null,
  status text not null default 'asked'::text,
  answer text not null default ''::text,
  asked_by uuid,
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  answered_by text,
  constraint stock_requests_pkey PRIMARY KEY (account_id, id),
  constraint stock_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint stock_requests_sku_id_fkey FOREIGN KEY (sku_id) REFERENCES catalog_skus(id),
  constraint stock_requests_to_warehouse_id_fkey FOREIGN KEY (to_warehouse_id) REFERENCES warehouses(id),
  constraint stock_requests_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouses(id),
  constraint stock_requests_answered CHECK (((status = 'asked'::text) = (answered_at IS NULL))),
  constraint stock_requests_kind_check CHECK ((kind = ANY (ARRAY['transfer'::text, 'write_off'::text]))),
  constraint stock_requests_quantity_check CHECK ((quantity > 0)),
  constraint stock_requests_status_check CHECK ((status = ANY (ARRAY['asked'::text, 'done'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint stock_requests_transfer CHECK ((((kind = 'transfer'::text) = (to_warehouse_id IS NOT NULL)) AND ((to_warehouse_id IS NULL) OR (warehouse_id <> to_warehouse_id))))
);
alter table stock_requests enable row level security;
alter table stock_requests force row level security;
CREATE INDEX stock_requests_list_idx ON public.stock_requests USING btree (account_id, id DESC);
CREATE INDEX stock_requests_staff_idx ON public.stock_requests USING btree (status, id DESC);
create policy account_rows on stock_requests for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stock_requests for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on stock_requests to tradewind_app;
grant delete, insert, select, update on stock_requests to tradewind_desk;

create table stock_reservations (
  account_id uuid not null,
  order_id uuid not null,
  line_id uuid not null,
  sku_id uuid not null,
  owner_id uuid not null,
  warehouse_id uuid not null,
  per_unit integer not null,
  quantity integer not null,
  committed boolean not null default false,
  expires_at timestamp with time zone,
  constraint stock_reservations_pkey PRIMARY KEY (account_id, order_id, line_id, sku_id, owner_id, warehouse_id),
  constraint stock_reservations_line_fkey FOREIGN KEY (account_id, line_id) REFERENCES order_lines(account_id, id),
  constraint stock_reservations_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint stock_reservations_check CHECK (((owner_id = account_id) OR (owner_id = provider_account()))),
  constraint stock_reservations_per_unit_check CHECK ((per_unit > 0)),
  constraint stock_reservations_quantity_check CHECK ((quantity > 0)),
  constraint stock_reservations_term CHECK ((committed = (expires_at IS NULL)))
);
alter table stock_reservations enable row level security;
alter table stock_reservations force row level security;
CREATE INDEX stock_reservations_due_idx ON public.stock_reservations USING btree (expires_at) WHERE (NOT committed);
CREATE INDEX stock_reservations_level_idx ON public.stock_reservations USING btree (account_id, sku_id, owner_id, warehouse_id);
CREATE TRIGGER stock_reservations_levels AFTER INSERT OR DELETE OR UPDATE ON public.stock_reservations FOR EACH ROW EXECUTE FUNCTION follow_reservation();
create policy account_rows on stock_reservations for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stock_reservations for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on stock_reservations to tradewind_app;
grant delete, insert, select, update on stock_reservations to tradewind_desk;

create table stock_skus (
  account_id uuid not null,
  sku_id uuid not null,
  low_threshold integer,
  lead_days integer,
  low boolean not null default false,
  wanting boolean not null default false,
  dead_since date,
  version integer not null default 1,
  running_out boolean not null default false,
  constraint stock_skus_pkey PRIMARY KEY (account_id, sku_id),
  constraint stock_skus_sku_id_fkey FOREIGN KEY (sku_id) REFERENCES catalog_skus(id),
  constraint stock_skus_lead_days_check CHECK (((lead_days >= 0) AND (lead_days <= 365))),
  constraint stock_skus_low_threshold_check CHECK ((low_threshold >= 0))
);
alter table stock_skus enable row level security;
alter table stock_skus force row level security;
CREATE INDEX stock_skus_low_idx ON public.stock_skus USING btree (account_id, sku_id) WHERE low;
create policy account_rows on stock_skus for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stock_skus for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on stock_skus to tradewind_app;
grant delete, insert, select, update on stock_skus to tradewind_desk;

create table stock_waits (
  account_id uuid not null,
  order_id uuid not null,
  sku_id uuid not null,
  quantity integer not null,
  since timestamp with time zone not null,
  constraint stock_waits_pkey PRIMARY KEY (account_id, order_id, sku_id),
  constraint stock_waits_order_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  constraint stock_waits_quantity_check CHECK ((quantity > 0))
);
alter table stock_waits enable row level security;
alter table stock_waits force row level security;
CREATE INDEX stock_waits_account_idx ON public.stock_waits USING btree (account_id, sku_id, since);
CREATE INDEX stock_waits_sku_idx ON public.stock_waits USING btree (sku_id, since);
create policy account_rows on stock_waits for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stock_waits for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on stock_waits to tradewind_app;
grant delete, insert, select, update on stock_waits to tradewind_desk;

create table store_products (
  account_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  external_id text not null,
  title text not null,
  handle text,
  status text not null default 'active'::text,
  vendor text,
  product_type text,
  tags text[] not null default '{}'::text[],
  url text,
  image_url text,
  picture text,
  picture_tried_at timestamp with time zone,
  mapping_state text not null default 'unmapped'::text,
  external_created_at timestamp with time zone,
  external_updated_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  variants integer not null default 0,
  variants_mapped integer not null default 0,
  price_min bigint,
  price_max bigint,
  price_currency character(3),
  constraint store_products_pkey PRIMARY KEY (account_id, id),
  constraint store_products_external_key UNIQUE (account_id, store_id, external_id),
  constraint store_products_picture_fkey FOREIGN KEY (picture) REFERENCES pictures(sha256),
  constraint store_products_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id),
  constraint store_products_mapping_state_check CHECK ((mapping_state = ANY (ARRAY['unmapped'::text, 'suggested'::text, 'needs_review'::text, 'mapped'::text, 'not_ours'::text]))),
  constraint store_products_status_check CHECK ((status = ANY (ARRAY['active'::text, 'draft'::text, 'archived'::text, 'unlisted'::text])))
);
alter table store_products enable row level security;
alter table store_products force row level security;
CREATE INDEX store_products_dear_idx ON public.store_products USING btree (account_id, price_min DESC NULLS LAST, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX store_products_list_idx ON public.store_products USING btree (account_id, external_updated_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX store_products_price_idx ON public.store_products USING btree (account_id, price_min, id) WHERE (removed_at IS NULL);
CREATE INDEX store_products_store_idx ON public.store_products USING btree (account_id, store_id, external_updated_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX store_products_tab_idx ON public.store_products USING btree (account_id, mapping_state, external_updated_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX store_products_title_idx ON public.store_products USING btree (account_id, lower(title), id) WHERE (removed_at IS NULL);
CREATE INDEX store_products_unmirrored_idx ON public.store_products USING btree (picture_tried_at NULLS FIRST) WHERE ((image_url IS NOT NULL) AND (picture IS NULL) AND (removed_at IS NULL));
create policy account_rows on store_products for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on store_products for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on store_products to tradewind_app;
grant delete, insert, select, update on store_products to tradewind_desk;

create table store_tokens (
  account_id uuid not null,
  store_id uuid not null,
  access_sealed text not null,
  refresh_sealed text,
  expires_at timestamp with time zone,
  refresh_expires_at timestamp with time zone,
  obtained_at timestamp with time zone not null,
  constraint store_tokens_pkey PRIMARY KEY (account_id, store_id),
  constraint store_tokens_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id)
);
alter table store_tokens enable row level security;
alter table store_tokens force row level security;
create policy account_rows on store_tokens for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on store_tokens for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on store_tokens to tradewind_app;
grant delete, insert, select, update on store_tokens to tradewind_desk;

create table store_variants (
  account_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  store_id uuid not null,
  external_id text not null,
  title text not null,
  sku text not null default ''::text,
  barcode text,
  options jsonb not null default '[]'::jsonb,
  price bigint,
  compare_at bigint,
  currency character(3),
  weight_g integer,
  inventory_item_id text,
  requires_shipping boolean not null default true,
  "position" integer not null default 1,
  mapping_state text not null default 'unmapped'::text,
  mapping_version integer,
  removed_at timestamp with time zone,
  image_url text,
  picture text,
  picture_tried_at timestamp with time zone,
  drift jsonb,
  constraint store_variants_pkey PRIMARY KEY (account_id, id),
  constraint store_variants_external_key UNIQUE (account_id, store_id, external_id),
  constraint store_variants_picture_fkey FOREIGN KEY (picture) REFERENCES pictures(sha256),
  constraint store_variants_product_fkey FOREIGN KEY (account_id, product_id) REFERENCES store_products(account_id, id),
  constraint store_variants_mapping_state_check CHECK ((mapping_state = ANY (ARRAY['unmapped'::text, 'suggested'::text, 'needs_review'::text, 'mapped'::text, 'not_ours'::text])))
);
alter table store_variants enable row level security;
alter table store_variants force row level security;
CREATE INDEX store_variants_product_idx ON public.store_variants USING btree (account_id, product_id, "position");
CREATE INDEX store_variants_sku_idx ON public.store_variants USING btree (account_id, store_id, sku) WHERE (sku <> ''::text);
CREATE INDEX store_variants_unmirrored_idx ON public.store_variants USING btree (picture_tried_at NULLS FIRST) WHERE ((image_url IS NOT NULL) AND (picture IS NULL) AND (removed_at IS NULL));
CREATE TRIGGER store_variants_products_moved AFTER UPDATE OF product_id ON public.store_variants FOR EACH ROW WHEN ((old.product_id <> new.product_id)) EXECUTE FUNCTION note_products_of_moved_variant();
create policy account_rows on store_variants for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on store_variants for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on store_variants to tradewind_app;
grant delete, insert, select, update on store_variants to tradewind_desk;

create table stores (
  account_id uuid not null,
  id uuid not null,
  platform text not null,
  external_domain text not null,
  name text not null,
  currency character(3),
  time_zone text,
  plan text,
  status text not null,
  status_reason text,
  paused boolean not null default false,
  app_id uuid,
  scopes_granted text[] not null default '{}'::text[],
  import_from timestamp with time zone,
  settings jsonb not null default '{}'::jsonb,
  orders_watermark timestamp with time zone,
  products_watermark timestamp with time zone,
  connected_at timestamp with time zone,
  disconnected_at timestamp with time zone,
  last_event_at timestamp with time zone,
  last_reconciled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  settings_version integer not null default 1,
  autopay_at timestamp with time zone,
  refused_as text,
  refused_reason text,
  refused_since timestamp with time zone,
  refused_at timestamp with time zone,
  refused_calls integer not null default 0,
  constraint stores_pkey PRIMARY KEY (account_id, id),
  constraint stores_domain_key UNIQUE (account_id, platform, external_domain),
  constraint stores_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint stores_app_id_fkey FOREIGN KEY (app_id) REFERENCES shopify_apps(id),
  constraint stores_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint stores_platform_check CHECK ((platform = ANY (ARRAY['shopify'::text, 'file'::text, 'woocommerce'::text]))),
  constraint stores_refused_as_check CHECK ((refused_as = ANY (ARRAY['suspended'::text, 'needs_reauth'::text]))),
  constraint stores_refused_check CHECK ((((refused_as IS NULL) = (refused_since IS NULL)) AND ((refused_as IS NULL) = (refused_at IS NULL)))),
  constraint stores_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'connected'::text, 'needs_reauth'::text, 'suspended'::text, 'disconnected'::text])))
);
alter table stores enable row level security;
alter table stores force row level security;
CREATE INDEX stores_reconcile_idx ON public.stores USING btree (status, last_reconciled_at);
CREATE INDEX stores_refused ON public.stores USING btree (refused_at) WHERE (refused_as IS NOT NULL);
create policy account_rows on stores for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on stores for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on stores to tradewind_app;
grant delete, insert, select, update on stores to tradewind_desk;

create table transit_days (
  channel_id uuid not null,
  country character(2) not null,
  day date not null,
  days integer not null,
  n integer not null,
  constraint transit_days_pkey PRIMARY KEY (channel_id, country, day, days),
  constraint transit_days_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint transit_days_days_check CHECK ((days >= 0)),
  constraint transit_days_n_check CHECK ((n > 0))
);
CREATE INDEX transit_days_day_idx ON public.transit_days USING btree (day);
grant delete, insert, select, update on transit_days to tradewind_app;
grant delete, insert, select, update on transit_days to tradewind_desk;

create table transit_windows (
  channel_id uuid not null,
  country character(2) not null,
  days_p50 integer not null,
  days_p90 integer not null,
  samples integer not null,
  measured_at timestamp with time zone not null,
  constraint transit_windows_pkey PRIMARY KEY (channel_id, country),
  constraint transit_windows_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint transit_windows_days CHECK ((days_p90 >= days_p50))
);
grant delete, insert, select, update on transit_windows to tradewind_app;
grant delete, insert, select, update on transit_windows to tradewind_desk;

create table user_links (
  token_hash text not null,
  user_id uuid not null,
  kind text not null,
  account_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint user_links_pkey PRIMARY KEY (token_hash),
  constraint user_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint user_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint user_links_kind_check CHECK ((kind = ANY (ARRAY['create_password'::text, 'verify_email'::text, 'invite'::text])))
);
alter table user_links enable row level security;
alter table user_links force row level security;
CREATE INDEX user_links_user_idx ON public.user_links USING btree (user_id, kind);
create policy desk_rows on user_links for all to tradewind_desk using (true) with check (true);
create policy own_rows on user_links for all to tradewind_app using (false) with check (false);
grant delete, insert, select, update on user_links to tradewind_app;
grant delete, insert, select, update on user_links to tradewind_desk;

create table users (
  id uuid not null,
  kind text not null,
  email text not null,
  username text not null,
  nick_name text not null default ''::text,
  password_hash text,
  email_verified_at timestamp with time zone,
  locale text not null default 'en'::text,
  settings jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  list_columns jsonb not null default '{}'::jsonb,
  introduction text not null default ''::text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_id_kind_key UNIQUE (id, kind),
  constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint users_introduction_check CHECK ((length(introduction) <= 160)),
  constraint users_kind_check CHECK ((kind = ANY (ARRAY['merchant'::text, 'staff'::text]))),
  constraint users_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'zh'::text]))),
  constraint users_username_check CHECK ((username ~ '^[A-Za-z0-9._-]{3,32}$'::text))
);
alter table users enable row level security;
alter table users force row level security;
CREATE UNIQUE INDEX users_username_key ON public.users USING btree (lower(username));
create policy desk_rows on users for all to tradewind_desk using (true) with check (true);
create policy own_changes on users as restrictive for update to tradewind_app using ((id = app_user()));
create policy own_rows on users for all to tradewind_app using (((id = app_user()) OR (kind = 'staff'::text) OR (EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.account_id = app_account()) AND (m.user_id = users.id)))))) with check (((id = app_user()) OR (kind = 'staff'::text) OR (EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.account_id = app_account()) AND (m.user_id = users.id))))));
grant select (created_at), select (email), select (email_verified_at), select (id), select (introduction), select (kind), select (list_columns), select (locale), select (nick_name), select (settings), select (username), select (version), update (created_at), update (email), update (email_verified_at), update (id), update (introduction), update (kind), update (list_columns), update (locale), update (nick_name), update (settings), update (username), update (version) on users to tradewind_app;
grant delete, insert, select, update on users to tradewind_desk;

create table wallet_settings (
  account_id uuid not null,
  low_balance bigint,
  low_told_at timestamp with time zone,
  version integer not null default 1,
  constraint wallet_settings_pkey PRIMARY KEY (account_id),
  constraint wallet_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint wallet_settings_low_balance_check CHECK ((low_balance > 0))
);
alter table wallet_settings enable row level security;
alter table wallet_settings force row level security;
CREATE INDEX wallet_settings_low_idx ON public.wallet_settings USING btree (account_id) WHERE (low_balance IS NOT NULL);
create policy account_rows on wallet_settings for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on wallet_settings for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on wallet_settings to tradewind_app;
grant delete, insert, select, update on wallet_settings to tradewind_desk;

create table warehouses (
  id uuid not null,
  code text not null,
  name text not null,
  country character(2) not null,
  active boolean not null default true,
  "position" integer not null default 1,
  constraint warehouses_pkey PRIMARY KEY (id),
  constraint warehouses_code_key UNIQUE (code)
);
grant delete, insert, select, update on warehouses to tradewind_app;
grant delete, insert, select, update on warehouses to tradewind_desk;

create table webhook_inbox (
  id uuid not null,
  platform text not null,
  delivery_id text not null,
  app_id uuid,
  shop text not null,
  topic text not null,
  event_id text,
  triggered_at timestamp with time zone,
  received_at timestamp with time zone not null,
  body text,
  state text not null default 'waiting'::text,
  note text,
  done_at timestamp with time zone,
  order_id text,
  constraint webhook_inbox_pkey PRIMARY KEY (id),
  constraint webhook_inbox_delivery_key UNIQUE (platform, delivery_id),
  constraint webhook_inbox_app_id_fkey FOREIGN KEY (app_id) REFERENCES shopify_apps(id),
  constraint webhook_inbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'ignored'::text, 'failed'::text])))
);
alter table webhook_inbox enable row level security;
alter table webhook_inbox force row level security;
CREATE INDEX webhook_inbox_age_idx ON public.webhook_inbox USING btree (received_at);
CREATE INDEX webhook_inbox_order_idx ON public.webhook_inbox USING btree (platform, shop, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX webhook_inbox_shop_idx ON public.webhook_inbox USING btree (platform, shop, received_at);
CREATE INDEX webhook_inbox_waiting_idx ON public.webhook_inbox USING btree (platform, shop, received_at) WHERE (state = 'waiting'::text);
create policy desk_rows on webhook_inbox for all to tradewind_desk using (true) with check (true);
create policy own_rows on webhook_inbox for all to tradewind_app using ((EXISTS ( SELECT
   FROM stores s
  WHERE ((s.platform = webhook_inbox.platform) AND (s.external_domain = webhook_inbox.shop))))) with check ((EXISTS ( SELECT
   FROM stores s
  WHERE ((s.platform = webhook_inbox.platform) AND (s.external_domain = webhook_inbox.shop)))));
grant select on webhook_inbox to tradewind_app;
grant delete, insert, select, update on webhook_inbox to tradewind_desk;

create table withdrawals (
  account_id uuid not null,
  id uuid not null,
  number bigint not null default nextval('withdrawal_number_seq'::regclass),
  status text not null,
  currency character(3) not null,
  amount bigint not null,
  payout jsonb not null,
  reason text,
  note text,
  reference text,
  code_hash text not null,
  code_until timestamp with time zone not null,
  code_tries integer not null default 0,
  codes integer not null default 1,
  requested_by uuid not null,
  first_approved_by uuid,
  first_approved_at timestamp with time zone,
  approved_by uuid,
  approved_at timestamp with time zone,
  decided_by uuid,
  paid_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  ended_at timestamp with time zone,
  constraint withdrawals_pkey PRIMARY KEY (account_id, id),
  constraint withdrawals_number_key UNIQUE (account_id, number),
  constraint withdrawals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint withdrawals_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  constraint withdrawals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint withdrawals_first_approved_by_fkey FOREIGN KEY (first_approved_by) REFERENCES users(id),
  constraint withdrawals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint withdrawals_amount_check CHECK ((amount > 0)),
  constraint withdrawals_ended CHECK (((status = ANY (ARRAY['declined'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
  constraint withdrawals_paid CHECK (((status <> 'paid'::text) OR ((reference IS NOT NULL) AND (paid_at IS NOT NULL) AND (approved_by IS NOT NULL)))),
  constraint withdrawals_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'confirmed'::text, 'approved'::text, 'paid'::text, 'declined'::text, 'cancelled'::text]))),
  constraint withdrawals_two_people CHECK (((first_approved_by IS NULL) OR (approved_by IS NULL) OR (first_approved_by <> approved_by)))
);
alter table withdrawals enable row level security;
alter table withdrawals force row level security;
CREATE INDEX withdrawals_age_idx ON public.withdrawals USING btree (created_at DESC, id DESC);
CREATE INDEX withdrawals_list_idx ON public.withdrawals USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX withdrawals_staff_idx ON public.withdrawals USING btree (status, created_at, id);
create policy account_rows on withdrawals for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on withdrawals for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on withdrawals to tradewind_app;
grant delete, insert, select, update on withdrawals to tradewind_desk;

create table woo_authorizations (
  token_hash text not null,
  account_id uuid not null,
  user_id uuid not null,
  url text not null,
  import_days integer not null,
  unshipped_only boolean not null default false,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  key_sealed text,
  received_at timestamp with time zone,
  store_id uuid,
  problem text,
  finished_at timestamp with time zone,
  constraint woo_authorizations_pkey PRIMARY KEY (token_hash),
  constraint woo_authorizations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint woo_authorizations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
alter table woo_authorizations enable row level security;
alter table woo_authorizations force row level security;
CREATE INDEX woo_authorizations_age_idx ON public.woo_authorizations USING btree (expires_at);
create policy desk_rows on woo_authorizations for all to tradewind_desk using (true) with check (true);
create policy own_rows on woo_authorizations for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
grant delete, insert, select, update on woo_authorizations to tradewind_app;
grant delete, insert, select, update on woo_authorizations to tradewind_desk;

create table woo_keys (
  account_id uuid not null,
  store_id uuid not null,
  url text not null,
  key_sealed text not null,
  hook_secret_sealed text not null,
  sent_by text not null,
  routes text not null,
  obtained_at timestamp with time zone not null,
  constraint woo_keys_pkey PRIMARY KEY (account_id, store_id),
  constraint woo_keys_store_fkey FOREIGN KEY (account_id, store_id) REFERENCES stores(account_id, id),
  constraint woo_keys_routes_check CHECK ((routes = ANY (ARRAY['pretty'::text, 'plain'::text]))),
  constraint woo_keys_sent_by_check CHECK ((sent_by = ANY (ARRAY['header'::text, 'query'::text])))
);
alter table woo_keys enable row level security;
alter table woo_keys force row level security;
CREATE INDEX woo_keys_store_idx ON public.woo_keys USING btree (store_id);
create policy account_rows on woo_keys for all to tradewind_app using ((account_id = app_account())) with check ((account_id = app_account()));
create policy desk_rows on woo_keys for all to tradewind_desk using (true) with check (true);
grant delete, insert, select, update on woo_keys to tradewind_app;
grant delete, insert, select, update on woo_keys to tradewind_desk;

CREATE OR REPLACE FUNCTION public.app_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid
;

CREATE OR REPLACE FUNCTION public.app_user()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid
;

CREATE OR REPLACE FUNCTION public.check_ledger_overdraw()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM ledger_transactions
             WHERE account_id = NEW.account_id AND seq = NEW.seq AND kind = 'chargeback') THEN
    RETURN NEW;
  END IF;
  IF NEW.ledger_account = 'cash' AND EXISTS (
    SELECT 1 FROM ledger_heads WHERE account_id = NEW.account_id AND credit_limit >= -NEW.balance_after
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'ledger account % of account % would fall to %', NEW.ledger_account, NEW.account_id, NEW.balance_after
    USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_overdraw';
END
$function$
;

CREATE OR REPLACE FUNCTION public.check_ledger_sum()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (
    SELECT 1 FROM ledger_entries WHERE account_id = NEW.account_id AND seq = NEW.seq
    GROUP BY currency HAVING sum(amount) <> 0
  ) THEN
    RAISE EXCEPTION 'ledger transaction % of account % does not sum to zero', NEW.seq, NEW.account_id USING ERRCODE = 'check_violation';
  END IF;
  IF TG_TABLE_NAME = 'ledger_transactions' AND NOT EXISTS (
    SELECT 1 FROM ledger_entries WHERE account_id = NEW.account_id AND seq = NEW.seq
  ) THEN
    RAISE EXCEPTION 'ledger transaction % of account % has no entries', NEW.seq, NEW.account_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.converted_minor(amount bigint, held character, wanted character, rate numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (round((((amount)::numeric * rate) * (ARRAY[0.001, 0.01, 0.1, (1)::numeric, (10)::numeric, (100)::numeric, (1000)::numeric])[((4 + currency_digits(wanted)) - currency_digits(held))])))::bigint
;

CREATE OR REPLACE FUNCTION public.count_changed_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  INSERT INTO order_tab_counts (account_id, store_id, tab, country, n)
  SELECT account_id, store_id, tab, country, sum(n)
  FROM (
    SELECT o.account_id, o.store_id, t.tab, o.country, 1 AS n
    FROM added o, unnest(order_tabs(o.stage, o.needs_merchant, o.needs_provider, o.held, o.watched, o.claimed)) AS t(tab)
    UNION ALL
    SELECT o.account_id, o.store_id, t.tab, o.country, -1
    FROM gone o, unnest(order_tabs(o.stage, o.needs_merchant, o.needs_provider, o.held, o.watched, o.claimed)) AS t(tab)
  ) d
  GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.count_new_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  INSERT INTO order_tab_counts (account_id, store_id, tab, country, n)
  SELECT o.account_id, o.store_id, t.tab, o.country, count(*)
  FROM added o, unnest(order_tabs(o.stage, o.needs_merchant, o.needs_provider, o.held, o.watched, o.claimed)) AS t(tab)
  GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.currency_digits(code character)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (code = ANY (ARRAY['AFN'::bpchar, 'ALL'::bpchar, 'BIF'::bpchar, 'CLP'::bpchar, 'COP'::bpchar, 'DJF'::bpchar, 'GNF'::bpchar, 'HUF'::bpchar, 'IDR'::bpchar, 'IQD'::bpchar, 'IRR'::bpchar, 'ISK'::bpchar, 'JPY'::bpchar, 'KMF'::bpchar, 'KPW'::bpchar, 'KRW'::bpchar, 'LAK'::bpchar, 'LBP'::bpchar, 'MGA'::bpchar, 'MMK'::bpchar, 'PKR'::bpchar, 'PYG'::bpchar, 'RWF'::bpchar, 'SLL'::bpchar, 'SOS'::bpchar, 'SYP'::bpchar, 'UGX'::bpchar, 'VND'::bpchar, 'VUV'::bpchar, 'XAF'::bpchar, 'XOF'::bpchar, 'XPF'::bpchar, 'YER'::bpchar])) THEN 0 WHEN (code = ANY (ARRAY['BHD'::bpchar, 'JOD'::bpchar, 'KWD'::bpchar, 'LYD'::bpchar, 'OMR'::bpchar, 'TND'::bpchar])) THEN 3 ELSE 2 END
;

CREATE OR REPLACE FUNCTION public.enqueue_task(task text, payload json, job_key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, queue text DEFAULT NULL::text, attempts integer DEFAULT 25)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  PERFORM graphile_worker.add_job(task, payload => payload, queue_name => queue, run_at => run_at,
    max_attempts => attempts, job_key => job_key);
END
$function$
;
grant execute on function enqueue_task(text,json,text,timestamp with time zone,text,integer) to tradewind_app;
grant execute on function enqueue_task(text,json,text,timestamp with time zone,text,integer) to tradewind_desk;

CREATE OR REPLACE FUNCTION public.euro_rate(wanted character, at date)
 RETURNS TABLE(per_euro numeric, day date, source text)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT 1::numeric, at, NULL::text WHERE wanted = 'EUR'
  UNION ALL
  (SELECT r.per_euro, r.day, r.source FROM exchange_rates r
   WHERE r.currency = wanted AND r.day BETWEEN at - 7 AND at ORDER BY r.day DESC, r.source DESC LIMIT 1)
$function$
;

CREATE OR REPLACE FUNCTION public.exchange_rate(held character, wanted character, at date)
 RETURNS TABLE(rate numeric, day date, source text)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT 1::numeric, NULL::date, NULL::text WHERE held = wanted
  UNION ALL
  SELECT round(w.per_euro / h.per_euro, 12), least(w.day, h.day),
    CASE WHEN h.source = 'staff' OR w.source = 'staff' THEN 'staff' ELSE 'ecb' END
  FROM euro_rate(held, at) h, euro_rate(wanted, at) w WHERE held <> wanted
$function$
;

CREATE OR REPLACE FUNCTION public.find_session(token text, at_time timestamp with time zone, idle_since timestamp with time zone)
 RETURNS TABLE(id uuid, user_id uuid, kind text, name text, email_verified boolean, locale text, last_seen_at timestamp with time zone, account_id uuid, role text, rights jsonb, all_stores boolean, acting_as jsonb, stores text[], staff_roles text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  RETURN QUERY
    SELECT s.id, s.user_id, u.kind, coalesce(nullif(u.nick_name, ''), u.username), u.email_verified_at IS NOT NULL, u.locale,
      s.last_seen_at, m.account_id, m.role, m.rights, m.all_stores, s.acting_as,
      (SELECT array_agg(ms.store_id::text) FROM membership_stores ms
        WHERE ms.account_id = m.account_id AND ms.user_id = m.user_id),
      (SELECT array_agg(r.role) FROM staff_roles r WHERE r.user_id = u.id)
    FROM sessions s
    JOIN users u ON u.id = s.user_id
    LEFT JOIN memberships m ON m.account_id = s.account_id AND m.user_id = s.user_id AND m.status = 'active'
    WHERE s.token_hash = token AND s.revoked_at IS NULL AND s.expires_at > at_time AND s.last_seen_at > idle_since;
END
$function$
;
grant execute on function find_session(text,timestamp with time zone,timestamp with time zone) to tradewind_app;
grant execute on function find_session(text,timestamp with time zone,timestamp with time zone) to tradewind_desk;

CREATE OR REPLACE FUNCTION public.follow_movement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO stock_levels (account_id, sku_id, warehouse_id, code)
  SELECT NEW.account_id, NEW.sku_id, NEW.warehouse_id, s.code FROM catalog_skus s WHERE s.id = NEW.sku_id
  ON CONFLICT (account_id, sku_id, warehouse_id) DO NOTHING;
  IF NEW.account_id <> provider_account() THEN
    INSERT INTO stock_skus (account_id, sku_id) VALUES (NEW.account_id, NEW.sku_id) ON CONFLICT DO NOTHING;
  END IF;
  UPDATE stock_levels SET on_hand = on_hand + NEW.qty, damaged = damaged + NEW.damaged_qty
  WHERE account_id = NEW.account_id AND sku_id = NEW.sku_id AND warehouse_id = NEW.warehouse_id;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.follow_new_parcels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO parcel_trackings (account_id, parcel_id, number, carrier, leg, due_at)
  SELECT p.account_id, p.id, n.number, n.carrier, n.leg, '-infinity'
  FROM added p,
    LATERAL (VALUES (p.tracking_number, p.carrier, 'main'), (p.last_mile_number, p.last_mile_carrier, 'last_mile')) AS n(number, carrier, leg)
  WHERE n.number IS NOT NULL AND (n.leg = 'main' OR n.number <> p.tracking_number);
  INSERT INTO order_watch_times (account_id, order_id, due_at)
  SELECT DISTINCT account_id, order_id, timestamptz '-infinity' FROM added ORDER BY account_id, order_id
  ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = '-infinity';
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.follow_parcel()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE parcel_trackings SET state = 'replaced'
  WHERE account_id = NEW.account_id AND parcel_id = NEW.id AND number <> NEW.tracking_number AND number IS DISTINCT FROM NEW.last_mile_number;
  INSERT INTO parcel_trackings (account_id, parcel_id, number, carrier, leg, due_at)
  SELECT NEW.account_id, NEW.id, n.number, n.carrier, n.leg, '-infinity'
  FROM (VALUES (NEW.tracking_number, NEW.carrier, 'main'), (NEW.last_mile_number, NEW.last_mile_carrier, 'last_mile')) AS n(number, carrier, leg)
  WHERE n.number IS NOT NULL AND (n.leg = 'main' OR n.number <> NEW.tracking_number)
  ON CONFLICT (account_id, parcel_id, number) DO UPDATE
    SET state = 'waiting', carrier = excluded.carrier, leg = excluded.leg, due_at = '-infinity', attempts = 0
    WHERE parcel_trackings.state = 'replaced' OR parcel_trackings.carrier <> excluded.carrier;
  INSERT INTO order_watch_times (account_id, order_id, due_at) VALUES (NEW.account_id, NEW.order_id, '-infinity')
  ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = '-infinity';
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.follow_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE stock_levels SET
      reserved = reserved - CASE WHEN OLD.committed THEN 0 ELSE OLD.quantity END,
      committed = committed - CASE WHEN OLD.committed THEN OLD.quantity ELSE 0 END
    WHERE account_id = OLD.owner_id AND sku_id = OLD.sku_id AND warehouse_id = OLD.warehouse_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE stock_levels SET
      reserved = reserved + CASE WHEN NEW.committed THEN 0 ELSE NEW.quantity END,
      committed = committed + CASE WHEN NEW.committed THEN NEW.quantity ELSE 0 END
    WHERE account_id = NEW.owner_id AND sku_id = NEW.sku_id AND warehouse_id = NEW.warehouse_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no stock of % to hold', NEW.sku_id USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.follow_shop_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM order_tags WHERE account_id = NEW.account_id AND order_id = NEW.id AND NOT own
    AND key <> ALL (SELECT lower(t.tag) FROM unnest(NEW.tags) AS t(tag));
  INSERT INTO order_tags (account_id, order_id, key, tag, own)
  SELECT DISTINCT ON (lower(t.tag)) NEW.account_id, NEW.id, lower(t.tag), t.tag, false
  FROM unnest(NEW.tags) AS t(tag) WHERE length(t.tag) BETWEEN 1 AND 255
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.give_sku_its_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO catalog_products (id, owner_account_id, title, created_at)
  VALUES (NEW.product_id, NEW.owner_account_id, NEW.title, NEW.created_at) ON CONFLICT (id) DO NOTHING;
  RETURN NEW;
END
$function$
;

CREATE OR REPLACE FUNCTION public.guard_levels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'stock levels follow movements and reservations: % refused', TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$function$
;

CREATE OR REPLACE FUNCTION public.is_payment_credited(of_provider text, of_reference text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  SELECT EXISTS (SELECT FROM external_payments WHERE provider = of_provider AND reference = of_reference)
$function$
;
grant execute on function is_payment_credited(text,text) to tradewind_app;
grant execute on function is_payment_credited(text,text) to tradewind_desk;

CREATE OR REPLACE FUNCTION public.keep_adjustment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.status <> 'proposed'
     OR (NEW.account_id, NEW.id, NEW.number, NEW.kind, NEW.amount, NEW.currency, NEW.last_day, NEW.reason, NEW.proposed_by, NEW.proposed_at)
        IS DISTINCT FROM
        (OLD.account_id, OLD.id, OLD.number, OLD.kind, OLD.amount, OLD.currency, OLD.last_day, OLD.reason, OLD.proposed_by, OLD.proposed_at) THEN
    RAISE EXCEPTION 'adjustment % is kept as it was proposed and decided', OLD.number USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$function$
;

CREATE OR REPLACE FUNCTION public.keep_sale_rate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.sale_rate := NULL;
  NEW.sale_rate_day := NULL;
  NEW.sale_rate_source := NULL;
  SELECT r.rate, r.day, r.source INTO NEW.sale_rate, NEW.sale_rate_day, NEW.sale_rate_source
  FROM accounts a, exchange_rate(NEW.currency, a.currency, (NEW.placed_at AT TIME ZONE 'UTC')::date) r
  WHERE a.id = NEW.account_id;
  RETURN NEW;
END
$function$
;

CREATE OR REPLACE FUNCTION public.member_last_seen(member uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  SELECT max(last_seen_at) FROM sessions WHERE user_id = member AND account_id = app_account()
$function$
;
grant execute on function member_last_seen(uuid) to tradewind_app;
grant execute on function member_last_seen(uuid) to tradewind_desk;

CREATE OR REPLACE FUNCTION public.note_billed_statistics()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, credited, kept)
    SELECT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date, o.country, o.channel_id,
      sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN 0 ELSE b.claim_credited END),
      sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN b.total - b.credited ELSE 0 END)
    FROM added b
    CROSS JOIN LATERAL (SELECT * FROM orders WHERE account_id = b.account_id AND id = b.order_id OFFSET 0) o
    JOIN accounts a ON a.id = o.account_id
    WHERE o.paid_at IS NOT NULL AND (b.claim_credited <> 0 OR o.stage IN ('cancelled', 'merged'))
    GROUP BY 1, 2, 3, 4, 5;
    RETURN NULL;
  END IF;
  INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, credited, kept)
  SELECT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date, o.country, o.channel_id,
    sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN 0 ELSE d.claim_credited END),
    sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN d.total - d.credited ELSE 0 END)
  FROM (SELECT account_id, order_id, sum(total) AS total, sum(credited) AS credited, sum(claim_credited) AS claim_credited
        FROM (SELECT account_id, order_id, total, credited, claim_credited FROM added
              UNION ALL SELECT account_id, order_id, -total, -credited, -claim_credited FROM gone) b
        GROUP BY 1, 2 HAVING sum(total) <> 0 OR sum(credited) <> 0 OR sum(claim_credited) <> 0) d
  CROSS JOIN LATERAL (SELECT * FROM orders WHERE account_id = d.account_id AND id = d.order_id OFFSET 0) o
  JOIN accounts a ON a.id = o.account_id
  WHERE o.paid_at IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5
  HAVING (sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN 0 ELSE d.claim_credited END),
    sum(CASE WHEN o.stage IN ('cancelled', 'merged') THEN d.total - d.credited ELSE 0 END)) <> (0, 0);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_catalog_look()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM catalog_looks WHERE sha256 = NEW.sha256;
  INSERT INTO catalog_looks
  SELECT NEW.sha256, rough_code(NEW.code_full), rough_code(NEW.code_best)
  WHERE NEW.code_full IS NOT NULL AND (EXISTS (SELECT 1 FROM catalog_skus WHERE picture = NEW.sha256)
    OR EXISTS (SELECT 1 FROM catalog_pictures WHERE picture = NEW.sha256));
  RETURN NEW;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_catalog_picture()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO catalog_looks
  SELECT d.sha256, rough_code(d.code_full), rough_code(d.code_best) FROM picture_descriptors d
  WHERE d.sha256 = NEW.picture AND d.code_full IS NOT NULL ON CONFLICT (sha256) DO NOTHING;
  RETURN NEW;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_changed_buyer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM order_buyer_words WHERE account_id = NEW.account_id AND order_id = NEW.order_id;
  INSERT INTO order_buyer_words (account_id, order_id, word)
  SELECT NEW.account_id, NEW.order_id, w.word FROM unnest(search_words(NEW.name)) AS w(word);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_changed_line_statistics()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  INSERT INTO statistics_changes (account_id, store_id, day)
  SELECT DISTINCT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date
  FROM (
    SELECT account_id, id, order_id, variant_id, current_quantity, unit_price, unit_cost FROM added
    EXCEPT
    SELECT account_id, id, order_id, variant_id, current_quantity, unit_price, unit_cost FROM gone) n
  CROSS JOIN LATERAL (SELECT * FROM orders WHERE account_id = n.account_id AND id = n.order_id OFFSET 0) o
  JOIN accounts a ON a.id = o.account_id
  WHERE o.stage NOT IN ('cancelled', 'merged');
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_changed_order_statistics()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
DECLARE
  accounts uuid[];
  paid uuid[];
  given_back boolean;
BEGIN
  IF NOT EXISTS (
    SELECT account_id, id, store_id, placed_at, country, channel_id, units, total, shop_tax, moved_tax, shop_refunded, currency, sale_rate, cost_goods, cost_freight, cost_fees,
      cost_total, cost_currency, CASE WHEN stage IN ('merged', 'cancelled', 'self_fulfilled') THEN stage END,
      CASE WHEN stage IN ('merged', 'cancelled') THEN paid_at IS NULL END FROM added
    EXCEPT
    SELECT account_id, id, store_id, placed_at, country, channel_id, units, total, shop_tax, moved_tax, shop_refunded, currency, sale_rate, cost_goods, cost_freight, cost_fees,
      cost_total, cost_currency, CASE WHEN stage IN ('merged', 'cancelled', 'self_fulfilled') THEN stage END,
      CASE WHEN stage IN ('merged', 'cancelled') THEN paid_at IS NULL END FROM gone)
  THEN
    SELECT array_agg(account_id), array_agg(id) INTO accounts, paid
    FROM (SELECT account_id, id, paid_at IS NULL FROM added EXCEPT SELECT account_id, id, paid_at IS NULL FROM gone) p;
    IF paid IS NULL THEN RETURN NULL; END IF;
    EXECUTE 'SELECT EXISTS (SELECT FROM unnest($1, $2) p(account_id, id)
      JOIN invoice_orders i ON i.account_id = p.account_id AND i.order_id = p.id WHERE i.credited <> 0)'
      INTO given_back USING accounts, paid;
    IF NOT given_back THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, orders, cancelled, self_fulfilled, units, sales, converted,
    no_rate, goods, freight, fees, no_cost, profit, profit_sales, credited, kept, refunded, refunded_orders)
  SELECT d.account_id, d.store_id, d.day, d.country, d.channel_id, sum(d.n * d.orders), sum(d.n * d.cancelled), sum(d.n * d.self_fulfilled),
    sum(d.n * d.units), sum(d.n * d.sales), sum(d.n * d.converted), sum(d.n * d.no_rate), sum(d.n * d.goods), sum(d.n * d.freight),
    sum(d.n * d.fees), sum(d.n * d.no_cost), sum(d.n * d.profit), sum(d.n * d.profit_sales), sum(d.n * d.credited), sum(d.n * d.kept), sum(d.n * d.refunded), sum(d.n * d.refunded_orders)
  FROM (
    SELECT 1 AS n, f.* FROM added c, statistics_of_order(ROW(c.*)::orders) f
    UNION ALL
    SELECT -1, f.* FROM gone c, statistics_of_order(ROW(c.*)::orders) f
  ) d
  GROUP BY 1, 2, 3, 4, 5
  HAVING (sum(d.n * d.orders), sum(d.n * d.cancelled), sum(d.n * d.self_fulfilled), sum(d.n * d.units), sum(d.n * d.sales),
    sum(d.n * d.converted), sum(d.n * d.no_rate), sum(d.n * d.goods), sum(d.n * d.freight), sum(d.n * d.fees), sum(d.n * d.no_cost),
    sum(d.n * d.profit), sum(d.n * d.profit_sales), sum(d.n * d.credited), sum(d.n * d.kept), sum(d.n * d.refunded), sum(d.n * d.refunded_orders))
    <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_changed_parcel_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO statistics_months (account_id, month)
  SELECT DISTINCT c.account_id, date_trunc('month', m.moment AT TIME ZONE a.time_zone)::date
  FROM (
    (SELECT account_id, id, shipped_at, delivered_at, channel_id FROM added EXCEPT SELECT account_id, id, shipped_at, delivered_at, channel_id FROM gone)
    UNION ALL
    (SELECT account_id, id, shipped_at, delivered_at, channel_id FROM gone EXCEPT SELECT account_id, id, shipped_at, delivered_at, channel_id FROM added)
  ) c JOIN accounts a ON a.id = c.account_id, unnest(ARRAY[c.shipped_at, c.delivered_at]) AS m(moment)
  WHERE m.moment IS NOT NULL;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_changed_title()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM note_title(NEW.account_id, NEW.title, NEW.title_key);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_claim_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO statistics_months (account_id, month)
  SELECT o.account_id, date_trunc('month', coalesce(p.shipped_at, o.shipped_at) AT TIME ZONE a.time_zone)::date
  FROM orders o JOIN accounts a ON a.id = o.account_id
  LEFT JOIN parcels p ON p.account_id = o.account_id AND p.id = NEW.parcel_id
  WHERE o.account_id = NEW.account_id AND o.id = NEW.order_id AND coalesce(p.shipped_at, o.shipped_at) IS NOT NULL;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_gone_line_statistics()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  INSERT INTO statistics_changes (account_id, store_id, day)
  SELECT DISTINCT o.account_id, o.store_id, (o.placed_at AT TIME ZONE a.time_zone)::date
  FROM gone g
  CROSS JOIN LATERAL (SELECT * FROM orders WHERE account_id = g.account_id AND id = g.order_id OFFSET 0) o
  JOIN accounts a ON a.id = o.account_id
  WHERE g.current_quantity > 0 AND o.stage NOT IN ('cancelled', 'merged');
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_new_buyers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO order_buyer_words (account_id, order_id, word)
  SELECT a.account_id, a.order_id, w.word FROM added a, unnest(search_words(a.name)) AS w(word);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_new_order_statistics()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  INSERT INTO statistics_changes (account_id, store_id, day, country, channel_id, orders, cancelled, self_fulfilled, units, sales, converted,
    no_rate, goods, freight, fees, no_cost, profit, profit_sales, credited, kept, refunded, refunded_orders)
  SELECT f.account_id, f.store_id, f.day, f.country, f.channel_id, sum(f.orders), sum(f.cancelled), sum(f.self_fulfilled), sum(f.units),
    sum(f.sales), sum(f.converted), sum(f.no_rate), sum(f.goods), sum(f.freight), sum(f.fees), sum(f.no_cost), sum(f.profit),
    sum(f.profit_sales), sum(f.credited), sum(f.kept), sum(f.refunded), sum(f.refunded_orders)
  FROM added n, statistics_of_order(ROW(n.*)::orders) f
  GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_new_parcel_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO statistics_months (account_id, month)
  SELECT DISTINCT p.account_id, date_trunc('month', m.moment AT TIME ZONE a.time_zone)::date
  FROM added p JOIN accounts a ON a.id = p.account_id, unnest(ARRAY[p.shipped_at, p.delivered_at]) AS m(moment)
  WHERE m.moment IS NOT NULL;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_new_titles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM note_title(a.account_id, a.title, a.title_key) FROM (SELECT DISTINCT account_id, title, title_key FROM added) a;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_order_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  INSERT INTO statistics_months (account_id, month)
  SELECT DISTINCT c.account_id, date_trunc('month', m.moment AT TIME ZONE a.time_zone)::date
  FROM (
    SELECT account_id, id, store_id, country, paid_at, promised_by, channel_id FROM added WHERE shipped_at IS NOT NULL
    EXCEPT
    SELECT account_id, id, store_id, country, paid_at, promised_by, channel_id FROM gone) c
  CROSS JOIN LATERAL (SELECT shipped_at, delivered_at FROM parcels WHERE account_id = c.account_id AND order_id = c.id OFFSET 0) p
  CROSS JOIN LATERAL unnest(ARRAY[p.shipped_at, p.delivered_at]) AS m(moment)
  JOIN accounts a ON a.id = c.account_id
  WHERE m.moment IS NOT NULL;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_products_of_changed_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT c.account_id, array_agg(DISTINCT c.order_id) AS ids FROM (
      SELECT account_id, id, order_id, variant_id, current_quantity > 0 FROM added
      EXCEPT
      SELECT account_id, id, order_id, variant_id, current_quantity > 0 FROM gone) c
    GROUP BY 1
  LOOP
    PERFORM note_products_of(found.account_id, found.ids);
  END LOOP;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_products_of_changed_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT c.account_id, array_agg(c.id) AS ids FROM (
      SELECT account_id, id, placed_at, country, stage = 'cancelled', stage IN ('imported', 'quoting') FROM added
      EXCEPT
      SELECT account_id, id, placed_at, country, stage = 'cancelled', stage IN ('imported', 'quoting') FROM gone) c
    GROUP BY 1
  LOOP
    PERFORM note_products_of(found.account_id, found.ids);
  END LOOP;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_products_of_gone_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  found record;
BEGIN
  FOR found IN SELECT account_id, array_agg(DISTINCT order_id) AS ids FROM gone WHERE variant_id IS NOT NULL GROUP BY 1 LOOP
    PERFORM note_products_of(found.account_id, found.ids);
  END LOOP;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_products_of_moved_variant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM note_products_of(NEW.account_id, ARRAY(
    SELECT DISTINCT l.order_id FROM order_lines l WHERE l.account_id = NEW.account_id AND l.variant_id = NEW.id));
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_products_of_new_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT account_id, array_agg(DISTINCT order_id) AS ids FROM added WHERE variant_id IS NOT NULL AND current_quantity > 0 GROUP BY 1
  LOOP
    PERFORM note_products_of(found.account_id, found.ids);
  END LOOP;
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_products_of(account uuid, changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
  PERFORM FROM orders WHERE account_id = account AND id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  WITH line AS MATERIALIZED (
    SELECT order_id, variant_id FROM order_lines
    WHERE account_id = account AND order_id = ANY (changed) AND current_quantity > 0 AND variant_id IS NOT NULL
  ), variant AS MATERIALIZED (
    SELECT id, product_id FROM store_variants WHERE account_id = account AND id = ANY (ARRAY(SELECT variant_id FROM line))
  ), present AS MATERIALIZED (
    SELECT DISTINCT o.id AS order_id, v.product_id, o.placed_at, o.country, o.stage IN ('imported', 'quoting') AS waiting
    FROM orders o
    JOIN line l ON l.order_id = o.id
    JOIN variant v ON v.id = l.variant_id
    WHERE o.account_id = account AND o.id = ANY (changed) AND o.stage <> 'cancelled'
  ), gone AS (
    DELETE FROM order_products p
    WHERE p.account_id = account AND p.order_id = ANY (changed)
      AND NOT EXISTS (SELECT FROM present n WHERE n.order_id = p.order_id AND n.product_id = p.product_id)
  )
  INSERT INTO order_products AS p (account_id, order_id, product_id, placed_at, country, waiting)
  SELECT account, n.order_id, n.product_id, n.placed_at, n.country, n.waiting FROM present n
  ON CONFLICT (account_id, order_id, product_id) DO UPDATE
    SET placed_at = excluded.placed_at, country = excluded.country, waiting = excluded.waiting
    WHERE (p.placed_at, p.country, p.waiting) IS DISTINCT FROM (excluded.placed_at, excluded.country, excluded.waiting);
END
$function$
;

CREATE OR REPLACE FUNCTION public.note_title(account uuid, named text, key uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO order_title_words (account_id, word, title_key)
  SELECT account, w.word, key FROM unnest(search_words(named)) AS w(word)
  WHERE NOT EXISTS (SELECT 1 FROM order_title_words k WHERE k.account_id = account AND k.title_key = key)
$function$
;

CREATE OR REPLACE FUNCTION public.order_tabs(stage text, needs_merchant boolean, needs_provider boolean, held boolean, watched boolean, claimed boolean)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (stage = 'merged'::text) THEN '{}'::text[] ELSE array_remove(ARRAY['all'::text, CASE WHEN (needs_merchant AND (stage = ANY (ARRAY['imported'::text, 'quoting'::text, 'awaiting_payment'::text, 'processing'::text, 'ready_to_ship'::text, 'partially_shipped'::text]))) THEN 'action_needed'::text ELSE NULL::text END, CASE WHEN (needs_provider AND (stage = ANY (ARRAY['imported'::text, 'quoting'::text, 'awaiting_payment'::text, 'processing'::text, 'ready_to_ship'::text, 'partially_shipped'::text]))) THEN 'waiting_for_us'::text ELSE NULL::text END, CASE WHEN held THEN 'on_hold'::text ELSE NULL::text END, CASE WHEN watched THEN 'watch'::text ELSE NULL::text END, CASE WHEN claimed THEN 'claims'::text ELSE NULL::text END, CASE WHEN (stage = 'quoting'::text) THEN 'quoting'::text WHEN (stage = ANY (ARRAY['awaiting_payment'::text, 'paying'::text])) THEN 'to_pay'::text WHEN (stage = ANY (ARRAY['processing'::text, 'ready_to_ship'::text])) THEN 'processing'::text WHEN (stage = ANY (ARRAY['partially_shipped'::text, 'shipped'::text])) THEN 'shipped'::text WHEN (stage = ANY (ARRAY['delivered'::text, 'closed'::text])) THEN 'delivered'::text WHEN (stage = 'cancelled'::text) THEN 'cancelled'::text ELSE NULL::text END], NULL::text) END
;

CREATE OR REPLACE PROCEDURE public.protect_account_rows(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY account_rows ON %s TO tradewind_app USING (account_id = app_account()) WITH CHECK (account_id = app_account())', target);
  EXECUTE format('CREATE POLICY desk_rows ON %s TO tradewind_desk USING (true) WITH CHECK (true)', target);
END
$procedure$
;

CREATE OR REPLACE PROCEDURE public.protect_desk_rows(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY desk_rows ON %s TO tradewind_desk USING (true) WITH CHECK (true)', target);
  EXECUTE format('REVOKE ALL ON %s FROM tradewind_app', target);
END
$procedure$
;

CREATE OR REPLACE PROCEDURE public.protect_own_rows(IN target regclass, IN own text)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY own_rows ON %s TO tradewind_app USING (%s) WITH CHECK (%2$s)', target, own);
  EXECUTE format('CREATE POLICY desk_rows ON %s TO tradewind_desk USING (true) WITH CHECK (true)', target);
END
$procedure$
;

CREATE OR REPLACE FUNCTION public.provider_account()
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '00000000-0000-0000-0000-000000000000'::uuid
;

CREATE OR REPLACE FUNCTION public.recompute_statistics()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM enqueue_task('statistics_check', json_build_object('account_id', NEW.id), 'statistics_check:' || NEW.id);
  RETURN NULL;
END
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$function$
;

CREATE OR REPLACE FUNCTION public.rough_code(code bit)
 RETURNS bit
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT string_agg(substr(t.bits, p.at, 1), '' ORDER BY p.nth)::bit(128)
  FROM (SELECT code::text AS bits OFFSET 0) t, unnest(ARRAY[
    1, 8, 13, 20, 25, 32, 37, 44, 48, 53, 60, 65, 72, 77, 84, 89, 93, 100, 105, 112, 117, 124, 129, 136, 140, 145,
    152, 157, 164, 169, 176, 181, 185, 192, 197, 204, 209, 216, 221, 228, 232, 237, 244, 249, 256, 261, 268, 273,
    277, 284, 289, 296, 301, 308, 313, 320, 324, 327, 332, 335, 340, 343, 348, 351, 353, 354, 357, 358, 361, 362,
    365, 366, 369, 370, 373, 374, 377, 378, 381, 382, 385, 386, 389, 390, 393, 394, 397, 398, 401, 402, 405, 406,
    409, 410, 413, 414, 417, 418, 421, 422, 425, 426, 429, 430, 433, 434, 437, 438, 441, 442, 445, 446, 449, 450,
    453, 454, 457, 458, 461, 462, 465, 466, 469, 470, 473, 474, 477, 478
  ]) WITH ORDINALITY AS p (at, nth)
$function$
;

CREATE OR REPLACE FUNCTION public.search_words(said text, typed boolean DEFAULT false)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT COALESCE(array_agg(DISTINCT (w.word COLLATE "C")), '{}'::text[]) AS "coalesce" FROM regexp_matches(lower(regexp_replace(NORMALIZE(search_words.said, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text)), '[\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF]+|[^\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u206F\u3000-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uFF00-\uFF0F]+'::text, 'g'::text) run(found), LATERAL (SELECT "left"(run.found[1], 40) AS word WHERE (run.found[1] !~ '^[\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF]'::text) UNION ALL SELECT substr(run.found[1], n.n, 2) AS substr FROM generate_series(1, GREATEST(1, (length(run.found[1]) - (search_words.typed)::integer))) n(n) WHERE (run.found[1] ~ '^[\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF]'::text)) w)
;

CREATE OR REPLACE FUNCTION public.shop_holder(of_platform text, of_domain text)
 RETURNS TABLE(account_id uuid, store_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  SELECT d.account_id, d.store_id FROM shop_domains d WHERE d.platform = of_platform AND d.external_domain = of_domain
$function$
;
grant execute on function shop_holder(text,text) to tradewind_app;
grant execute on function shop_holder(text,text) to tradewind_desk;

CREATE OR REPLACE FUNCTION public.statistics_of_order(o orders)
 RETURNS TABLE(account_id uuid, store_id uuid, day date, country character, channel_id uuid, orders bigint, cancelled bigint, self_fulfilled bigint, units bigint, sales bigint, converted bigint, no_rate bigint, goods bigint, freight bigint, fees bigint, no_cost bigint, profit bigint, profit_sales bigint, credited bigint, kept bigint, refunded bigint, refunded_orders bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (o).account_id, (o).store_id, ((o).placed_at AT TIME ZONE a.time_zone)::date, (o).country, (o).channel_id,
    ((o).stage <> 'merged')::int::bigint,
    ((o).stage = 'cancelled')::int::bigint,
    ((o).stage = 'self_fulfilled')::int::bigint,
    CASE WHEN f.live THEN (o).units ELSE 0 END::bigint,
    coalesce(f.sale, 0),
    (f.sale IS NOT NULL AND (o).currency <> a.currency)::int::bigint,
    (f.live AND f.sale IS NULL)::int::bigint,
    CASE WHEN f.priced THEN (o).cost_goods ELSE 0 END,
    CASE WHEN f.priced THEN (o).cost_freight ELSE 0 END,
    CASE WHEN f.priced THEN (o).cost_fees ELSE 0 END,
    (f.live AND NOT f.priced AND (o).stage <> 'self_fulfilled')::int::bigint,
    CASE WHEN f.priced AND f.sale IS NOT NULL THEN f.sale - (o).cost_total ELSE 0 END,
    CASE WHEN f.priced AND f.sale IS NOT NULL THEN f.sale ELSE 0 END,
    CASE WHEN f.live THEN b.claim_credited ELSE 0 END,
    CASE WHEN f.live THEN 0 ELSE b.total - b.credited END,
    CASE WHEN (o).stage <> 'merged' THEN coalesce(converted_minor((o).shop_refunded, (o).currency, a.currency, (o).sale_rate), 0) ELSE 0 END,
    ((o).stage <> 'merged' AND coalesce((o).shop_refunded, 0) > 0)::int::bigint
  FROM accounts a
  CROSS JOIN LATERAL (
    SELECT (o).stage NOT IN ('cancelled', 'merged') AS live,
      (o).stage NOT IN ('cancelled', 'merged') AND (o).cost_total IS NOT NULL AND (o).cost_currency = a.currency AS priced,
      CASE WHEN (o).stage NOT IN ('cancelled', 'merged')
        THEN converted_minor((o).total - coalesce((o).shop_tax, 0) + (o).moved_tax, (o).currency, a.currency, (o).sale_rate) END AS sale) f
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(i.total), 0)::bigint AS total, coalesce(sum(i.credited), 0)::bigint AS credited,
      coalesce(sum(i.claim_credited), 0)::bigint AS claim_credited
    FROM invoice_orders i WHERE (o).paid_at IS NOT NULL AND i.account_id = (o).account_id AND i.order_id = (o).id AND i.part IS NOT NULL) b
  WHERE a.id = (o).account_id
$function$
;

CREATE OR REPLACE FUNCTION public.tell_access_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('tradewind_events', json_build_object('access_of', coalesce(NEW.user_id, OLD.user_id))::text);
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.touch_session(token text, at_time timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  UPDATE sessions SET last_seen_at = at_time WHERE token_hash = token
$function$
;
grant execute on function touch_session(text,timestamp with time zone) to tradewind_app;
grant execute on function touch_session(text,timestamp with time zone) to tradewind_desk;

CREATE OR REPLACE FUNCTION public.watch_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO order_watch_times (account_id, order_id, due_at)
  SELECT c.account_id, c.id, '-infinity' FROM (
    SELECT account_id, id, stage, claimed FROM added WHERE paid_at IS NOT NULL EXCEPT SELECT account_id, id, stage, claimed FROM gone) c
  ORDER BY c.account_id, c.id
  ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = '-infinity';
  RETURN NULL;
END
$function$
;
