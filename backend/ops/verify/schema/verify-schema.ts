import type pg from 'pg'
import { schemaAgeOn } from '#backend/db/schema-age.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import type { Category } from '#backend/eventstore/definition/log-definition.ts'
import type { Tally } from '#backend/ops/verify/finding.ts'
import { addWrong } from '#backend/ops/verify/one-moment.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { readCatalogue, type SchemaObject } from './catalogue.ts'
import expectedPartitions from './expected-partitions.json' with { type: 'json' }
import expectedSchema from './expected-schema.json' with { type: 'json' }

type Generation = { generation: number; name: string; state: string; version: number }

const generationTable = /^rm\.\w+__\d+$/
const partitionTable = /^es\.events__(\d+)$/
const dividedRelations = ['es.events', 'es.recent_events']
/** An extra index may be an operator's, an extra extension another program's. */
const harmless = /^(índice .*\|CREATE INDEX |extensión )/

/** The catalogue in the form of expected-schema.json: a generation's table appears under its projection's name. */
export function expectedFrom(objects: readonly SchemaObject[]): Record<string, string> {
  return Object.fromEntries(objects.map(({ object, definition }) => [nameless(object), nameless(definition)]))
}

function nameless(text: string): string {
  return text.replace(/__\d+/g, '__N')
}

/** Returns later migrations that prevent the comparison, or null. */
export async function verifySchema(client: pg.ClientBase, tally: Tally): Promise<string | null> {
  const schema = await schemaAgeOn(client)
  if (schema.age === 'newer') return schema.migrations.join(', ')
  if (schema.age !== 'current' && schema.age !== 'absent')
    for (const name of schema.migrations)
      tally.add(
        name,
        `esquema: la migración ${name} ${schema.age === 'older' ? 'no figura aplicada' : 'se aplicó con otro contenido'}`,
      )
  await client.query("set local search_path = ''")
  const objects = await readCatalogue(client)
  const { rows: generations } = await client.query<Generation>(
    "select generation, name, state, version from es.subscriptions where kind = 'projection'",
  )
  await client.query('set local search_path to default')
  tally.looked = objects.length
  const partitions = new Set(objects.flatMap(({ relation }) => partitionTable.exec(relation ?? '')?.[1] ?? []))
  compareAll(tally, objects, generations, [...partitions])
  if (partitions.size > 0) for (const wrong of [wrongBounds, lateView]) await addWrong(client, tally, wrong)
  const freeing = Object.values<Category>(shopLog.categories).flatMap(({ freesClaims }) => freesClaims ?? [])
  await addWrong(client, tally, wrongTypes, [freeing])
  return null
}

/** The content of expected-partitions.json, from the catalogue of a partitioned log. */
export function expectedOfPartitions(objects: readonly SchemaObject[]): Record<string, string> {
  const isOf = (relation: string) => dividedRelations.includes(relation) || partitionTable.test(relation)
  return expectedFrom(objects.filter(({ relation }) => relation !== null && isOf(relation)))
}

/** Older versions' rows and tables of nobody are not compared. */
function compareAll(
  tally: Tally,
  objects: readonly SchemaObject[],
  generations: readonly Generation[],
  partitions: readonly string[],
): void {
  const wanted = wantedIn(generations, partitions)
  const isCompared = ({ relation }: SchemaObject) =>
    !relation?.startsWith('rm.') || wanted.has(`tabla ${relation}`) || wanted.has(`vista ${relation}`)
  const found = new Map(objects.filter(isCompared).map(({ object, definition }) => [object, definition]))
  compare(tally, found, wanted)
  const known = new Set(generations.map(({ name, generation }) => `rm.${name}__${generation}`))
  for (const relation of new Set(objects.map((object) => object.relation ?? '')))
    if (generationTable.test(relation) && !known.has(relation))
      tally.add(relation, `esquema: la tabla ${relation} no es de ninguna generación de es.subscriptions`)
}

/** The expected objects under the numbers of this database's generations and partitions. */
function wantedIn(generations: readonly Generation[], partitions: readonly string[]): Map<string, string> {
  const isDivided = ([object, definition]: [string, string]) =>
    dividedRelations.some((relation) => belongsTo(relation, object, definition))
  const whole = Object.entries(expectedSchema)
  const all =
    partitions.length === 0
      ? whole
      : [...whole.filter((entry) => !isDivided(entry)), ...Object.entries(expectedPartitions)]
  return new Map(
    all.flatMap(([object, definition]) => {
      const [, projection, isTable] = / rm\.(\w+?)(__N|\b)/.exec(object) ?? []
      if (projection === undefined && !object.includes('__N')) return [[object, definition] as const]
      const isIndex = definition.startsWith('CREATE INDEX')
      const numbers = projection === undefined ? partitions : numbersOf(projection, generations, { isTable, isIndex })
      return numbers.map((number) => [numbered(object, number), numbered(definition, number)] as const)
    }),
  )
}

/** A view shows the live rows; the tables of today's version are compared, and their indexes once they are built. */
function numbersOf(
  projection: string,
  generations: readonly Generation[],
  { isTable, isIndex }: { isTable: string | undefined; isIndex: boolean },
): number[] {
  const own = generations.filter(({ name }) => name === projection)
  const live = own.filter(({ state }) => state === 'live')
  const version = live.length === 0 ? undefined : projections.find(({ name }) => name === projection)?.version
  const tables = own.filter((one) => one.version === version && !(isIndex && one.state === 'building'))
  return (isTable ? tables : live).map(({ generation }) => generation)
}

function numbered(text: string, number: string | number): string {
  return text.replaceAll('__N', `__${number}`)
}

function belongsTo(relation: string, object: string, definition: string): boolean {
  const at = object.indexOf(relation)
  const isNamed = at >= 0 && !/\w/.test(object[at + relation.length] ?? '')
  return isNamed || definition.includes(` ON ${relation} `)
}

function short(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

function compare(tally: Tally, found: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): void {
  for (const [object, definition] of wanted) {
    const own = found.get(object)
    if (own === undefined) tally.add(object, `esquema: falta ${object}${definition && `: ${short(definition)}`}`)
    else if (own !== definition)
      tally.add(object, `esquema: ${object} es «${short(own)}», corresponde «${short(definition)}»`)
  }
  for (const [object, definition] of found)
    if (!wanted.has(object) && !harmless.test(`${object}|${definition}`))
      tally.add(object, `esquema: sobra ${object}${definition && `: ${short(definition)}`}`)
}

/** The database follows es.event_types, written when a type is first registered. */
const wrongTypes = `
    select name as subject, format('esquema: el tipo %s %s lo reservado, y no corresponde', name,
      case when frees_claims then 'libera' else 'no libera' end) as message
    from es.event_types where frees_claims <> (name = any($1))`

const wrongBounds = `
    select name as subject, format('esquema: la partición %s toma las posiciones %s a %s, y corresponde que sea events__%s desde la %s',
      name, first, coalesce(upto::text, 'todas las que siguen'), before + 1, reached + 1) as message
    from (select *, lag(number, 1, 0) over (order by first) as before, lag(upto, 1, 0) over (order by first) as reached from es.list_partitions()) p
    where number <> before + 1 or first is distinct from reached + 1 or upto is null`

const lateView = `
    select 'es.recent_events' as subject, format('esquema: es.recent_events muestra desde la posición %s, y el registro se escribe en la partición que empieza en la %s', shown, first) as message
    from (select coalesce(substring(pg_get_viewdef('es.recent_events'::regclass) from '>= ''?([0-9]+)')::bigint, 1) as shown,
        greatest((select max(pos) from es.events), 1) as head) s
      join es.list_partitions() p on p.first <= head and coalesce(p.upto, head) >= head
    where shown > first`
