import { test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import type { SynonymsEvent } from './synonyms.events.ts'
import { type SynonymsCommand, synonyms } from './synonyms.ts'

const change: SynonymsCommand = { type: 'ChangeSynonyms', lines: ['gpu, placa'] }
const changed: SynonymsEvent = { type: 'SynonymsChanged', data: { lines: ['gpu, placa'] } }

test('a list that was changed since it was looked at is not replaced, unless by the same', () => {
  const other: SynonymsCommand = { type: 'ChangeSynonyms', lines: ['hdd, disco'] }
  given(synonyms, changed)
    .when({ ...other, seen: ['gpu, placa de video'] })
    .rejects('synonyms_changed', { lines: ['gpu, placa'] })
  given(synonyms, changed)
    .when({ ...change, seen: [] })
    .nothing()
  given(synonyms, changed)
    .when({ ...other, seen: ['gpu, placa'] })
    .then({ type: 'SynonymsChanged', data: { lines: ['hdd, disco'] } })
  given(synonyms)
    .when({ ...change, seen: ['la lista que trae la tienda'] })
    .then(changed)
})

test('a list takes the place of the one before, and the same again is nothing', () => {
  given(synonyms).when(change).then(changed)
  given(synonyms, changed).when(change).nothing()
  given(synonyms, changed)
    .when({ ...change, lines: [] })
    .then({ type: 'SynonymsChanged', data: { lines: [] } })
})
