// Checks that every published event version stays readable and that no published shape changes.
import { isDeepStrictEqual } from 'node:util'
import { type EventDefinition, lowered, misfitOf, shapeOf } from '#backend/eventstore/definition/event-definition.ts'
import { readData } from '#backend/eventstore/log/decoding/stored-data.ts'
import { goldenKeys, lockedSchema, type PublishedEvent, publish } from './published-sample.ts'

export function corpusProblems(
  definitions: readonly EventDefinition[],
  published: readonly PublishedEvent[],
): string[] {
  const gone = published
    .filter(({ type, version }) => (definitions.find(({ name }) => name === type)?.version ?? 0) < version)
    .map(({ type, version }) => `${type} version ${version} was published and is no longer defined: bring it back`)
  return [...definitions.flatMap((definition) => problemsOf(definition, filesOf(definition, published))), ...gone]
}

export function newlyPublished(
  definitions: readonly EventDefinition[],
  published: readonly PublishedEvent[],
): PublishedEvent[] {
  return definitions.flatMap((definition) => {
    const known = filesOf(definition, published)
    const added: PublishedEvent[] = []
    for (let version = known.length + 1; version <= definition.version; version++)
      added.push(publish(definition, version, [...known, ...added]))
    return added
  })
}

function filesOf(definition: EventDefinition, published: readonly PublishedEvent[]): PublishedEvent[] {
  const files: PublishedEvent[] = []
  for (let version = 1; version <= definition.version; version++) {
    const file = published.find((one) => one.type === definition.name && one.version === version)
    if (!file) break
    files.push(file)
  }
  return files
}

function problemsOf(definition: EventDefinition, files: readonly PublishedEvent[]): string[] {
  const { name, version: today } = definition
  const missing = files.length < today ? [`${name} version ${files.length + 1} is not published: npm run events`] : []
  return [
    ...missing,
    ...files.flatMap((file) => [...shapeProblems(definition, file), ...readProblems(definition, file, files)]),
    ...writeProblems(definition, files),
  ]
}

function writeProblems(definition: EventDefinition, files: readonly PublishedEvent[]): string[] {
  const { name, version, writes } = definition
  const newest = files[version - 1]?.readAs[version - 1]
  if (writes === version || !newest) return []
  const what = `${name}: the sample of version ${version}, written as version ${writes}`
  try {
    const data = lowered(definition, newest)
    const fits = shapeOf(definition, writes).strict().safeParse(data)
    if (!fits.success) return [`${what}, does not fit it: ${fits.error.message}`]
    const misfit = misfitOf(definition, readData(definition, writes, data, goldenKeys))
    return misfit === undefined ? [] : [`${what}, cannot be read again (${misfit})`]
  } catch (error) {
    return [`${what}, cannot be written: ${String(error)}`]
  }
}

function shapeProblems(definition: EventDefinition, { type, version, schema }: PublishedEvent): string[] {
  const changes = changesBetween(schema, lockedSchema(definition, version))
  if (changes.length === 0) return []
  return [`${type}: add a new version, do not change version ${version} of ${type} (${changes.join('; ')})`]
}

function readProblems(
  definition: EventDefinition,
  { type, version, readAs }: PublishedEvent,
  files: readonly PublishedEvent[],
): string[] {
  return files.slice(0, version).flatMap(({ stored }, index) => {
    const what = `${type}: the stored sample of version ${index + 1}`
    try {
      const data = readData(definition, stored.schema_version, stored.data, goldenKeys, version)
      const changes = changesBetween(readAs[index], data)
      if (changes.length > 0) return [`${what} reads differently as version ${version} (${changes.join('; ')})`]
      const fits = shapeOf(definition, version).strict().safeParse(data)
      return fits.success ? [] : [`${what} does not fit version ${version}: ${fits.error.message}`]
    } catch (error) {
      return [`${what} cannot be read as version ${version}: ${String(error)}`]
    }
  })
}

function changesBetween(before: unknown, after: unknown, path = ''): string[] {
  if (isDeepStrictEqual(before, after)) return []
  const [a, b] = [recordOf(before), recordOf(after)]
  if (!a || !b) return [`${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`]
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return names.flatMap((name) => changesBetween(a[name], b[name], path === '' ? name : `${path}.${name}`))
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
