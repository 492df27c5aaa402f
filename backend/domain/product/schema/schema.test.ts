import { describe, expect, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import { attribute } from '#backend/domain/testing/schema-fixtures.ts'
import type { SchemaEvent } from './schema.events.ts'
import { type Attribute, schemaProblems } from './schema.limits.ts'
import { type SchemaCommand, schema } from './schema.ts'

const rate = attribute('frecuencia', { label: 'Frecuencia', kind: 'number', unit: 'Hz', steps: [60, 144] })
const panel = attribute('panel', { label: 'Panel', kind: 'choice', choices: ['IPS', 'VA'] })
const change = (seen: number, ...attributes: Attribute[]): SchemaCommand => ({
  ...{ type: 'ChangeSchema', category: 'Monitores', attributes, seen },
})
const changed = (revision: number, ...attributes: ReturnType<typeof attribute>[]): SchemaEvent => ({
  type: 'CategorySchemaChanged',
  data: { category: 'Monitores', revision, attributes },
})

describe('a category’s schema', () => {
  test('takes the place of the one that was seen; the same is nothing, another revision is refused', () => {
    given(schema).when(change(0, rate)).then(changed(1, rate))
    given(schema, changed(1, rate)).when(change(0, rate)).nothing()
    given(schema, changed(1, rate))
      .when(change(1, panel, rate))
      .then(changed(2, panel, rate))
    given(schema, changed(1, rate)).when(change(0, panel)).rejects('schema_changed')
    given(schema, changed(1, rate)).when(change(1)).then(changed(2))
  })

  test('a key keeps its kind, also one that went and comes back', () => {
    const text = { ...rate, kind: 'text' as const, unit: '', steps: [] }
    const refusal = { label: 'Frecuencia', key: 'frecuencia' }
    given(schema, changed(1, rate)).when(change(1, text)).rejects('attribute_kind_fixed', refusal)
    given(schema, changed(1, rate), changed(2)).when(change(2, text)).rejects('attribute_kind_fixed', refusal)
    given(schema, changed(1, rate), changed(2)).when(change(2, rate)).then(changed(3, rate))
  })
})

test('each mistake names its row and column', () => {
  const problems = (...rows: Attribute[]) => schemaProblems(rows).map(({ row, field }) => `${row} ${field}`)
  expect(problems(rate, panel)).toEqual([])
  expect(problems(attribute('Frecuencia'), attribute('a_b'), attribute('a', { label: ' ' }))).toEqual([
    ...['0 key', '1 key', '2 label'],
  ])
  expect(problems(rate, { ...rate, label: 'Refresco' })).toEqual(['1 key'])
  expect(problems(rate, attribute('otra', { label: 'FRECUENCIA:' }))).toEqual(['1 label'])
  expect(problems(rate, attribute('otra', { aliases: ['frecuencia'] }))).toEqual(['1 aliases'])
  expect(problems({ ...panel, unit: 'Hz', steps: [1] }, { ...rate, choices: ['a'] })).toEqual([
    ...['0 unit', '0 steps', '1 choices'],
  ])
  expect(problems({ ...rate, steps: [144, 60] }, { ...panel, choices: ['IPS', 'ips'] })).toEqual([
    '0 steps',
    '1 choices',
  ])
  expect(problems({ ...rate, steps: [], filter: 'atLeast' }, attribute('t', { filter: 'values' }))).toEqual([
    ...['0 filter', '1 filter'],
  ])
})
