import type pg from 'pg'

/** `relation` is the object's table, view or sequence; null for others. */
export type SchemaObject = { object: string; definition: string; relation: string | null }

const schemas = ['es', 'keys', 'auth', 'rm']

/** Reads every object and foreign privilege: equal texts for equal migrations. Needs an empty search_path. */
export async function readCatalogue(client: pg.ClientBase): Promise<SchemaObject[]> {
  const { rows } = await client.query<SchemaObject>(catalogue, [schemas])
  return rows
}

const owner = (column: string) =>
  `case when ${column} = n.nspowner then '' else ' de ' || pg_get_userbyid(${column}) end`

const rights = (kind: string, acl: string, ownerColumn: string) =>
  `lateral aclexplode(coalesce(${acl}, acldefault('${kind}', ${ownerColumn}))) a`

const grantee = "case a.grantee when 0 then 'todos' else pg_get_userbyid(a.grantee) end"
const granted = `string_agg(lower(a.privilege_type) || case when a.is_grantable then ' con opción de darlo' else '' end, ', ' order by a.privilege_type)`

/** Normalizes a view across PostgreSQL versions and drops its numbers, which are growing log positions. */
const shownBy = String.raw`regexp_replace(regexp_replace(pg_get_viewdef(c.oid), '\mevents\.|;', '', 'g'), '(''?\d+''?(::bigint)?)|\s+', ' ', 'g')`

const relations = `
  select case c.relkind when 'v' then 'vista ' when 'S' then 'secuencia ' else 'tabla ' end || c.name as object,
    case c.relpersistence when 'u' then 'sin registro de transacciones ' else '' end
      || case when c.relkind not in ('r', 'v', 'S') then 'clase ' || c.relkind::text || ' ' else '' end
      || case when c.relrowsecurity then 'con seguridad de filas ' else '' end
      || coalesce(array_to_string(c.reloptions, ' '), '')
      || coalesce((select format('de %s en %s, entre %s y %s', s.seqtypid::regtype, s.seqincrement, s.seqmin, s.seqmax)
           || case when s.seqcycle then ', en círculo' else '' end from pg_sequence s where s.seqrelid = c.oid), '')
      || coalesce((select 'lee ' || string_agg(distinct d.refobjid::regclass::text, ', ') from pg_rewrite r join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
           and d.refclassid = 'pg_class'::regclass and d.refobjid <> c.oid where c.relkind = 'v' and r.ev_class = c.oid), '')
      || case when c.relkind = 'v' and n.nspname = 'es' then ${shownBy} else '' end
      || ${owner('c.relowner')} as definition, c.name as relation
    from rel c join pg_namespace n on n.oid = c.relnamespace where c.relkind <> 'i'
  union all select 'tabla ' || i.inhrelid::regclass || ', que agrega filas a ' || p.name, '', i.inhrelid::regclass::text from pg_inherits i join rel p on p.oid = i.inhparent
  union all select format('columna %s.%s', c.name, a.attname),
      format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
        || case when a.attidentity <> '' then ' identity ' || a.attidentity::text else '' end
        || case when a.attgenerated <> '' then ' generated' else '' end, c.name
    from rel c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind in ('r', 'p')
  union all select format('restricción %s de %s', k.conname, c.name),
      pg_get_constraintdef(k.oid) || case when k.convalidated then '' else ' sin validar' end, c.name
    from pg_constraint k join rel c on c.oid = k.conrelid where k.contype <> 'n'
  union all select format('índice %s.%s', n.nspname, x.relname),
      pg_get_indexdef(i.indexrelid) || case when i.indisvalid and i.indisready and i.indislive then '' else ' inválido' end, c.name
    from pg_index i join rel c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid join pg_namespace n on n.oid = x.relnamespace
  union all select format('disparador %s de %s', t.tgname, c.name),
      pg_get_triggerdef(t.oid) || case t.tgenabled when 'O' then '' when 'D' then ' apagado' else ' en modo ' || t.tgenabled::text end, c.name
    from pg_trigger t join rel c on c.oid = t.tgrelid where not t.tgisinternal
  union all select format('regla %s de %s', r.rulename, c.name), pg_get_ruledef(r.oid), c.name
    from pg_rewrite r join rel c on c.oid = r.ev_class where r.rulename <> '_RETURN'
  union all select format('política %s de %s', p.polname, c.name), '', c.name from pg_policy p join rel c on c.oid = p.polrelid
  union all select format('permiso de %s en %s', ${grantee}, c.name), ${granted}, c.name
    from rel c, ${rights('r', "case c.relkind when 'S' then coalesce(c.relacl, acldefault('s', c.relowner)) else c.relacl end", 'c.relowner')}
    where a.grantee <> c.relowner group by c.name, a.grantee
  union all select format('permiso de %s en %s.%s', ${grantee}, c.name, t.attname), ${granted}, c.name
    from rel c join pg_attribute t on t.attrelid = c.oid, lateral aclexplode(t.attacl) a
    where a.grantee <> c.relowner group by c.name, t.attname, a.grantee`

const others = `
  select 'esquema ' || nspname, '', null from pg_namespace where nspname = any($1)
  union all select format('permiso de %s en el esquema %s', ${grantee}, n.nspname), ${granted}, null
    from pg_namespace n, ${rights('n', 'n.nspacl', 'n.nspowner')}
    where n.nspname = any($1) and a.grantee <> n.nspowner group by n.nspname, a.grantee
  union all select format('permiso de %s en lo nuevo del esquema %s', ${grantee}, n.nspname), ${granted}, null
    from pg_default_acl f join pg_namespace n on n.oid = f.defaclnamespace, lateral aclexplode(f.defaclacl) a
    where n.nspname = any($1) and a.grantee <> f.defaclrole group by n.nspname, a.grantee
  union all select format('función %s.%s', n.nspname, p.proname) || coalesce(' (' || nullif(row_number() over (partition by n.nspname, p.proname order by p.oid), 1) || ')', ''),
      concat_ws(', ', 'cuerpo ' || left(encode(sha256(convert_to(p.prosrc || coalesce(pg_get_function_sqlbody(p.oid), ''), 'UTF8')), 'hex'), 16),
        l.lanname, 'da ' || pg_get_function_result(p.oid), case when p.prosecdef then 'con los permisos de su dueño' end,
        nullif(array_to_string(p.proconfig, ', '), ''), 'clase ' || p.prokind::text || p.provolatile::text || case when p.proisstrict then ' strict' else '' end,
        'recibe ' || pg_get_function_identity_arguments(p.oid))
      || ${owner('p.proowner')}, null
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang where n.nspname = any($1)
  union all select format('permiso de %s en la función %s.%s', ${grantee}, n.nspname, p.proname), ${granted}, null
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace, ${rights('f', 'p.proacl', 'p.proowner')}
    where n.nspname = any($1) and a.grantee <> p.proowner group by n.nspname, p.proname, a.grantee
  union all select 'extensión ' || extname, '', null from pg_extension where extname <> 'plpgsql'
  union all select 'disparador ' || evtname || ' de toda la base', case evtenabled when 'D' then 'apagado' else '' end, null from pg_event_trigger
  union all select 'rol ' || rolname, concat_ws(', ', case when rolsuper then 'superusuario' end, case when rolcreaterole then 'crea roles' end,
      case when rolcreatedb then 'crea bases' end, case when rolreplication then 'replica' end, case when rolbypassrls then 'pasa por alto las políticas' end), null
    from application where rolname = 'gamertech_app' or rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls
  union all select format('rol %s, miembro de %s', rolname, pg_get_userbyid(m.roleid)), '', null
    from application join pg_auth_members m on m.member = application.oid where pg_get_userbyid(m.roleid) <> 'gamertech_app'
  union all select 'ajuste session_replication_role', current_setting('session_replication_role'), null`

const catalogue = `
  with rel as (select c.*, n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and c.relkind not in ('i', 'I', 't')),
  application as (select r.* from pg_roles r, pg_database d where d.datname = current_database()
    and (r.rolname = 'gamertech_app' or r.rolname like format('gamertech\\_%s\\_%%', d.oid)))
  select object, definition, relation from (${relations} union all ${others}) o(object, definition, relation) order by object collate "C"`
