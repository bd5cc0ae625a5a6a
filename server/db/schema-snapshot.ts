import pg from 'pg';

type Row = Record<string, string | null>;

const HEADER = `-- The schema as the migrations leave it: for reading, for reviews and for the structure test.
-- Written by \`npm run db:types\`; never edited, never run.
`;

const TABLES = `
	select c.oid::text as oid, c.relname as name,
		case c.relkind when 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end as partition,
		c.relrowsecurity::text as rls, c.relforcerowsecurity::text as forced
	from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
		and c.relname <> 'schema_migrations'
	order by c.relname`;

const COLUMNS = `
	select a.attrelid::text as owner, quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
		|| coalesce(' collate ' || quote_ident(nullif(co.collname, 'default')), '')
		|| case when a.attnotnull then ' not null' else '' end
		|| case when a.attidentity <> '' then ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
			when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
			when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end as line
	from pg_attribute a
		left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
		left join pg_collation co on co.oid = a.attcollation and a.attcollation <> 100
	where a.attnum > 0 and not a.attisdropped
	order by a.attnum`;

// Not-null constraints (contype n) have catalog rows only from PostgreSQL 18 on; the columns show them.
const CONSTRAINTS = `
	select conrelid::text as owner, 'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as line
	from pg_constraint where conrelid <> 0 and contype in ('p', 'u', 'f', 'c', 'x') and conparentid = 0
	order by array_position('{p,u,f,c,x}'::text[], contype::text), conname`;

const INDEXES = `
	select i.indrelid::text as owner, pg_get_indexdef(i.indexrelid) || ';' as line
	from pg_index i join pg_class c on c.oid = i.indexrelid
	where not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
	order by c.relname`;

const TRIGGERS = `
	select tgrelid::text as owner, pg_get_triggerdef(oid) || ';' as line
	from pg_trigger where not tgisinternal order by tgname`;

const POLICIES = `
	select polrelid::text as owner, 'create policy ' || quote_ident(polname) || ' on ' || polrelid::regclass
		|| case when polpermissive then '' else ' as restrictive' end
		|| ' for ' || case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end
		|| ' to ' || case when polroles = '{0}' then 'public' else
			(select string_agg(quote_ident(rolname), ', ' order by rolname) from pg_roles where oid = any (polroles)) end
		|| coalesce(' using (' || pg_get_expr(polqual, polrelid) || ')', '')
		|| coalesce(' with check (' || pg_get_expr(polwithcheck, polrelid) || ')', '') || ';' as line
	from pg_policy order by polname`;

const GRANTS = `
	select owner, 'grant ' || string_agg(privilege, ', ' order by privilege) || ' on ' || kind || name || ' to ' || grantee || ';' as line
	from (
		select c.oid::text as owner, case c.relkind when 'S' then 'sequence ' else '' end as kind, c.oid::regclass::text as name,
			c.relowner, x.grantee as grantee_id, lower(x.privilege_type) as privilege
		from pg_class c, aclexplode(c.relacl) x where c.relkind in ('r', 'p', 'v', 'm', 'S')
		union all
		select c.oid::text, '', c.oid::regclass::text, c.relowner, x.grantee, lower(x.privilege_type) || ' (' || quote_ident(a.attname) || ')'
		from pg_attribute a join pg_class c on c.oid = a.attrelid, aclexplode(a.attacl) x
	) g, lateral (select coalesce((select quote_ident(rolname) from pg_roles where oid = grantee_id), 'public') as grantee) who
	where grantee_id <> relowner and privilege <> 'maintain'
	group by owner, kind, name, grantee order by grantee`;

const OTHERS = `
	select 'extensions' as part, extname as sort, 'create extension ' || quote_ident(extname) || ';' as line
	from pg_extension where extname <> 'plpgsql'
	union all
	select 'types', typname, 'create domain ' || quote_ident(typname) || ' as ' || format_type(typbasetype, typtypmod)
		|| case when typnotnull then ' not null' else '' end
		|| coalesce((select string_agg(' ' || pg_get_constraintdef(oid), '' order by conname) from pg_constraint where contypid = t.oid and contype = 'c'), '') || ';'
	from pg_type t where typnamespace = 'public'::regnamespace and typtype = 'd'
	union all
	select 'types', t.typname, 'create type ' || quote_ident(t.typname) || ' as enum (' || string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) || ');'
	from pg_enum join pg_type t on t.oid = enumtypid where typnamespace = 'public'::regnamespace group by t.typname
	union all
	select 'sequences', c.relname, 'create sequence ' || c.oid::regclass || ' as ' || format_type(s.seqtypid, null)
		|| ' start ' || s.seqstart || ' increment ' || s.seqincrement || ';'
	from pg_sequence s join pg_class c on c.oid = s.seqrelid
	where c.relnamespace = 'public'::regnamespace
		and not exists (select 1 from pg_depend where objid = c.oid and deptype in ('i', 'a') and refobjsubid > 0)
	union all
	select 'functions', p.proname || pg_get_function_identity_arguments(p.oid), pg_get_functiondef(p.oid) || ';'
		|| coalesce((select string_agg(E'\\ngrant execute on function ' || p.oid::regprocedure || ' to '
			|| coalesce((select quote_ident(rolname) from pg_roles where oid = x.grantee), 'public') || ';', '' order by x.grantee <> 0, x.grantee::regrole::text)
			from aclexplode(p.proacl) x where x.grantee <> p.proowner), '')
	from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
		and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
	union all
	select 'views', c.relname, 'create ' || case c.relkind when 'm' then 'materialized ' else '' end || 'view ' || c.oid::regclass || E' as\\n' || pg_get_viewdef(c.oid)
	from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
		and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
	order by 1, 2`;

/** The `public` schema as text, the same for the same migrations on every server. */
export async function readSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set search_path = public');
    const read = async (sql: string) => (await client.query<Row>(sql)).rows;
    const others = (await read(OTHERS)).toSorted((a, b) => (String(a.sort) < String(b.sort) ? -1 : 1));
    const part = (name: string) => others.filter((row) => row.part === name).map((row) => `${row.line}\n`);
    const tables = await readTables(read);
    return [
      HEADER,
      ...part('extensions'),
      ...part('types'),
      ...part('sequences'),
      ...tables,
      ...part('views'),
      ...part('functions'),
    ]
      .join('\n')
      .replace(/[ \t]+$/gm, '');
  } finally {
    await client.end();
  }
}

async function readTables(read: (sql: string) => Promise<Row[]>): Promise<string[]> {
  const lines = async (sql: string) => {
    const rows = await read(sql);
    return (oid: string | null | undefined) => rows.filter((row) => row.owner === oid).map((row) => String(row.line));
  };
  const tables = await read(TABLES);
  const columns = await lines(COLUMNS);
  const constraints = await lines(CONSTRAINTS);
  const after = [await lines(INDEXES), await lines(TRIGGERS), await lines(POLICIES), await lines(GRANTS)];
  return tables.map(({ oid, name, partition, rls, forced }) => {
    const inside = [...columns(oid), ...constraints(oid)].map((line) => `  ${line}`).join(',\n');
    const security = [
      ...(rls === 'true' ? [`alter table ${name} enable row level security;`] : []),
      ...(forced === 'true' ? [`alter table ${name} force row level security;`] : []),
    ];
    const rest = [...security, ...after.flatMap((linesOf) => linesOf(oid))];
    return [`create table ${name} (\n${inside}\n)${partition};`, ...rest, ''].join('\n');
  });
}
