// Compares the database's schema with the expected one: nothing missing, changed or added that could alter the log.
import type pg from 'pg'
import { schemaAgeOn } from '#backend/db/schema-age.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import type { Category } from '#backend/eventstore/definition/log-definition.ts'
import { Tally } from '#backend/ops/verify/finding.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { readCatalogue, type SchemaObject } from './catalogue.ts'
import expectedPartitions from './expected-partitions.json' with { type: 'json' }
import expectedSchema from './expected-schema.json' with { type: 'json' }
import { verifyBounds } from './verify-bounds.ts'

type Generation = { generation: number; name: string; state: string; version: number }

const expected: ReadonlyMap<string, string> = new Map(Object.entries(expectedSchema))
const generationTable = /^rm\.(\w+)__(\d+)$/
/** `es.events__7`, a partition of the log. */
const partitionTable = /^es\.events__(\d+)$/
/** Relations that differ in a partitioned log. */
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

/** `skipped` names later migrations that prevent the comparison. */
export async function verifySchema(client: pg.ClientBase): Promise<{ tally: Tally; skipped: string | null }> {
  const tally = new Tally('schema')
  const schema = await schemaAgeOn(client)
  if (schema.age === 'newer') return { tally, skipped: schema.migrations.join(', ') }
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
  compareAll(tally, objects, generations)
  if (isDivided(objects)) await verifyBounds(client, tally)
  await verifyEventTypes(client, tally)
  return { tally, skipped: null }
}

/** The content of expected-partitions.json, from the catalogue of a partitioned log. */
export function expectedOfPartitions(objects: readonly SchemaObject[]): Record<string, string> {
  const isOf = (relation: string) => dividedRelations.includes(relation) || partitionTable.test(relation)
  return expectedFrom(objects.filter(({ relation }) => relation !== null && isOf(relation)))
}

function isDivided(objects: readonly SchemaObject[]): boolean {
  return objects.some(({ relation }) => relation !== null && partitionTable.test(relation))
}

function compareAll(tally: Tally, objects: readonly SchemaObject[], generations: readonly Generation[]): void {
  const hasOwn = (relation: string) => relation.startsWith('rm.') || partitionTable.test(relation)
  const byRelation = Map.groupBy(objects, ({ relation }) => (relation !== null && hasOwn(relation) ? relation : ''))
  const isOfProjection = (object: string) => / rm\./.test(object)
  const own = new Map([...expected].filter(([object]) => !isOfProjection(object)))
  compare(tally, byRelation.get('') ?? [], isDivided(objects) ? dividedFrom(own) : own)
  const ofPartition = new Map(Object.entries(expectedPartitions).filter(([object]) => object.includes('__N')))
  for (const [relation, found] of byRelation) {
    const [, number] = partitionTable.exec(relation) ?? []
    if (number !== undefined) compare(tally, found, ofPartition, Number(number))
  }
  for (const { name, version } of projections) {
    const live = generations.find((one) => one.name === name && one.state === 'live')
    if (!live) continue
    compareView(tally, name, byRelation.get(`rm.${name}`) ?? [], live.generation)
    for (const one of generations)
      if (one.name === name && one.version === version)
        compare(
          tally,
          byRelation.get(`rm.${name}__${one.generation}`) ?? [],
          expectedOf(`rm.${name}__N`, one),
          one.generation,
        )
  }
  for (const relation of byRelation.keys()) {
    const [, name, generation] = generationTable.exec(relation) ?? []
    if (name && !generations.some((one) => one.name === name && one.generation === Number(generation)))
      tally.add(relation, `esquema: la tabla ${relation} no es de ninguna generación de es.subscriptions`)
  }
}

/** Replaces the undivided relations with those of a partitioned log. */
function dividedFrom(own: ReadonlyMap<string, string>): Map<string, string> {
  const isOfOne = ([object, definition]: [string, string]) =>
    dividedRelations.some((relation) => belongsTo(relation, object, definition))
  const divided = Object.entries(expectedPartitions).filter(([object]) => !object.includes('__N'))
  return new Map([...[...own].filter((entry) => !isOfOne(entry)), ...divided])
}

function expectedOf(relation: string, { state }: Generation): Map<string, string> {
  const own = [...expected].filter(([object, definition]) => belongsTo(relation, object, definition))
  return new Map(own.filter(([, definition]) => state !== 'building' || !definition.startsWith('CREATE INDEX')))
}

function belongsTo(relation: string, object: string, definition: string): boolean {
  const at = object.indexOf(relation)
  const isNamed = at >= 0 && !/\w/.test(object[at + relation.length] ?? '')
  return isNamed || definition.includes(` ON ${relation} `)
}

/** Compares only a view's source and privileges, since the view keeps the columns of all earlier versions. */
function compareView(tally: Tally, name: string, found: readonly SchemaObject[], generation: number): void {
  const wanted = new Map([
    [`vista rm.${name}`, `lee rm.${name}__${generation}`],
    [`permiso de gamertech_app en rm.${name}`, 'select'],
  ])
  compare(tally, found, wanted)
}

/** Differences show at the beginning of a definition. */
function short(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

function compare(
  tally: Tally,
  found: readonly SchemaObject[],
  wanted: ReadonlyMap<string, string>,
  generation?: number,
): void {
  const named = (text: string) => short(generation === undefined ? text : text.replaceAll('__N', `__${generation}`))
  const general = (text: string) => (generation === undefined ? text : nameless(text))
  const byName = new Map(found.map(({ object, definition }) => [general(object), general(definition)]))
  for (const [object, definition] of wanted) {
    const own = byName.get(object)
    if (own === undefined)
      tally.add(named(object), `esquema: falta ${named(object)}${definition && `: ${named(definition)}`}`)
    else if (own !== definition)
      tally.add(named(object), `esquema: ${named(object)} es «${named(own)}», corresponde «${named(definition)}»`)
  }
  for (const [object, definition] of byName)
    if (!wanted.has(object) && !harmless.test(`${object}|${definition}`))
      tally.add(named(object), `esquema: sobra ${named(object)}${definition && `: ${named(definition)}`}`)
}

/** The database follows es.event_types, written when a type is first registered. */
async function verifyEventTypes(client: pg.ClientBase, tally: Tally): Promise<void> {
  const freeing = new Set(Object.values<Category>(shopLog.categories).map(({ freesClaims }) => freesClaims))
  const { rows } = await client.query<{ name: string; frees_claims: boolean }>(
    'select name, frees_claims from es.event_types',
  )
  for (const { name, frees_claims } of rows)
    if (frees_claims !== freeing.has(name))
      tally.add(
        name,
        `esquema: el tipo ${name} ${frees_claims ? 'libera' : 'no libera'} lo reservado, y no corresponde`,
      )
}
